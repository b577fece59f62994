import Screens

/// Applies settings by the library, and keeps the outcomes for the calls that wait for them.
@MainLoop
final class AppliedSettings {
    private let kit: VideoKit
    /// The screens whose settings are applied in the next pass though they are the same: a call waits for the outcome.
    private var required: Set<ScreenID> = []
    private var outcomes: [ScreenID: Result<ApplyOutcome, ScreenError>] = [:]

    init(_ kit: VideoKit) {
        self.kit = kit
    }

    /// Applies the settings of all screens together, so that one commit sets the modes of a card.
    ///
    /// - Returns: the errors of those that cannot be applied.
    func apply(_ settings: [ScreenID: ScreenSettings]) async -> [ScreenError] {
        let changed = settings.filter { required.contains($0.key) || kit.settings(of: $0.key) != $0.value }
        required = []
        outcomes = outcomes.filter { settings.keys.contains($0.key) }
        let applied = await kit.apply(changed)
        outcomes.merge(applied) { $1 }
        return applied.values.compactMap { outcome in
            if case .failure(let error) = outcome { error } else { nil }
        }
    }

    /// The next pass applies the settings of a screen in any case.
    func requireOutcome(of screen: ScreenID) {
        required.insert(screen)
    }

    /// The outcome of the settings that were applied to a screen last; nil where it is not connected any more.
    func outcome(of screen: ScreenID) -> Result<ApplyOutcome, ScreenError>? { outcomes[screen] }
}
