import KMS

/// What is remembered of a display while the process lives.
struct DisplayRecord: Sendable, Hashable {
    var settings = ScreenSettings()
    /// The mode that it was lit in last: what the policy `current` means while it is dark.
    private(set) var lastMode: ScreenMode?
    /// Modes that its driver refused.
    private var refused: [ModeTimings] = []

    mutating func remember(refused mode: ScreenMode) {
        guard !hasRefused(mode) else { return }
        refused.append(mode.timings)
    }

    /// It was lit: if it was refused before, it works after all.
    mutating func remember(lit mode: ScreenMode) {
        refused.removeAll { $0.hasSameTimings(as: mode.timings) }
        lastMode = mode
    }

    /// The modes to try, the best first; those that were refused before come last.
    func candidates(
        among modes: [ScreenMode], current: ScreenMode?, otherwise policy: ModePolicy
    ) -> [ScreenMode] {
        let known = modes.first { mode in lastMode?.timings.hasSameTimings(as: mode.timings) ?? false }
        let choice = self.policy(otherwise: policy).candidates(among: modes, current: current ?? known)
        return choice.filter { !hasRefused($0) } + choice.filter(hasRefused)
    }

    func policy(otherwise policy: ModePolicy) -> ModePolicy { settings.mode ?? policy }

    /// Whether nothing is lost with it but what was learned.
    var isExpendable: Bool { settings == ScreenSettings() }

    private func hasRefused(_ mode: ScreenMode) -> Bool {
        refused.contains { $0.hasSameTimings(as: mode.timings) }
    }
}

/// What a display is known by when it comes back: its identity where that is its own, else its connector too.
struct DisplayKey: Sendable, Hashable {
    private let identity: ScreenIdentity?
    private let connector: String?

    /// - Parameters:
    ///   - connector: the connector's name with that of its card.
    ///   - isTwin: whether another display that is connected has said that it is the same one.
    init(identity: ScreenIdentity?, connector: String, isTwin: Bool = false) {
        self.identity = identity
        // Displays without a serial are alike, and adapters copy one display's identity to many connectors: two on one
        // machine must not share their settings.
        self.connector = !isTwin && identity?.hasSerial ?? false ? nil : connector
    }

    init(_ screen: Screen) {
        self.init(identity: screen.identity, connector: screen.qualifiedName, isTwin: screen.isTwin)
    }
}
