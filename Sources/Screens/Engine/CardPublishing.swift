/// The publishing of a card's screens to readers.
extension CardSession {
    /// Publishes the state of the card, at the end of a pass.
    ///
    /// - Parameter screens: the list with which the pass was made.
    func publish(_ screens: [Screen]? = nil) {
        // A node without connectors of its own, such as a render-only GPU's, is not a card of displays.
        guard ownership.access.problem?.code != .noCard else { return }
        let entry = pass.entry(pass.finished(screens ?? pass.screens()), pass.deviations)
        if shared.publish(entry) { onScreensChanged(node) }
    }

    var report: CardReport { CardReport(of: pass) }
    var pass: CardPass {
        CardPass(
            node: node, access: ownership.access, driver: ownership.driver, isFromSysfs: ownership.isFromSysfs,
            slots: slots, roles: roles, shared: shared)
    }

    /// The outcome of the settings of a screen's display; nil if it is no longer connected here.
    func outcome(for screen: Screen) -> ApplyOutcome? { report.outcome(for: screen) }
}
