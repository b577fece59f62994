import Screens

extension EventLog {
    /// Logs an event of a screen at its level, another mode of a screen that was lit, and a mode whose rate differs
    /// from the required rate.
    ///
    /// - Parameter policy: the rule by which the mode of a screen is chosen.
    func write(_ event: ScreenEvent, _ policy: (Screen) -> ModePolicy) {
        switch event {
        case .snapshot(let screens): info("\(Self.count(screens.count)) connected")
        case .connected(let screen):
            info("\(screen.qualifiedName) connected: \(screen.identity.map(\.name) ?? "an unknown display")")
        case .disconnected(let screen): info("\(screen.qualifiedName) disconnected")
        case .warning(_, let message): warning(message)
        case .cards(let cards):
            let problems = cards.isEmpty ? [event.message ?? ""] : cards.compactMap(\.problem?.description)
            cardsHave(problems)
            if problems.isEmpty { info(event.message ?? "") }
        case .changed(let screen, let changes):
            write(changes, of: screen)
            guard changes.contains(.currentMode), let mode = screen.currentMode?.description else { return }
            if let notice = policy(screen).substitution(by: mode) {
                info("\(screen.qualifiedName) \(notice)")
            } else if !changes.contains(.dark) {
                info("\(screen.qualifiedName) shows \(mode)")
            }
        }
    }

    private func write(_ changes: Set<ScreenEvent.Change>, of screen: Screen) {
        let name = screen.qualifiedName
        if changes.contains(.lessee), let lessee = screen.lessee {
            info("\(name) is leased to \(lessee)")
        } else if changes.contains(.lessee) {
            info("\(name) is no longer leased")
        }
        if changes.contains(.dark), let dark = screen.dark {
            let text = "\(name) is dark (\(dark.reason.rawValue)): \(dark.message)"
            dark.reason.isFailure ? warning(text) : info(text)
        } else {
            debug("\(name) changed: \(changes.map(\.rawValue).sorted().joined(separator: ", "))")
        }
    }

    /// A number of screens, in words.
    static func count(_ screens: Int) -> String { screens == 1 ? "1 screen" : "\(screens) screens" }
}
