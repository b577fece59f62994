/// The screens of a card, as readers get them.
extension CardSession {
    /// Publishes the state of the card, at the end of a pass.
    ///
    /// - Parameter screens: the list that the pass was made with.
    func publish(_ screens: [Screen]? = nil) {
        // A node without connectors of its own, such as that of a renderer, is not a card of displays.
        guard ownership.access.problem?.code != .noCard else { return }
        let entry = pass.entry(pass.finished(screens ?? pass.screens()), pass.deviations)
        if shared.publish(entry) { onScreensChanged(node) }
    }

    var report: CardReport { CardReport(of: pass) }
    var pass: CardPass {
        CardPass(
            node: node, access: ownership.access, driver: ownership.driver, slots: slots, roles: roles, shared: shared)
    }

    /// The outcome of the settings of a screen's display; nil where it is not connected here any more.
    func outcome(for screen: Screen) -> ApplyOutcome? { report.outcome(for: screen) }
}
