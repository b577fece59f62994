import Screens

extension EventLog {
    /// Writes an event of a screen, as serious as it is, and the rate of another mode that counts as the required one.
    ///
    /// - Parameter policy: the rule by which the mode of a screen is chosen.
    func write(_ event: ScreenEvent, _ policy: (Screen) -> ModePolicy) {
        let name = event.screen?.qualifiedName ?? ""
        switch event.kind {
        case .snapshot: info("\(Self.count(event.screens.count)) connected")
        case .connected: info("\(name) connected: \(event.screen?.identity.map(\.name) ?? "an unknown display")")
        case .disconnected: info("\(name) disconnected")
        case .warning: warning(event.message ?? name)
        case .changed where event.changes.contains(.dark):
            if let dark = event.screen?.dark {
                let text = "\(name) is dark (\(dark.reason.rawValue)): \(dark.message)"
                dark.reason.isFailure ? warning(text) : info(text)
            } else if let mode = event.screen?.currentMode {
                info("\(name) is lit: \(mode)")
            }
        default: debug("\(name) changed: \(event.changes.map(\.rawValue).sorted().joined(separator: ", "))")
        }
        guard event.changes.contains(.currentMode), let screen = event.screen, let mode = screen.currentMode,
            let notice = policy(screen).substitution(by: mode.description)
        else { return }
        info("\(name) \(notice)")
    }

    /// A number of screens in words.
    static func count(_ screens: Int) -> String { screens == 1 ? "1 screen" : "\(screens) screens" }
}
