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
