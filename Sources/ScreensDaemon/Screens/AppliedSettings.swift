import Screens
import ScreensLinux

/// The settings of a screen that the library has applied, for the calls that wait for the outcome.
@MainLoop
final class AppliedSettings {
    /// The settings that a pass requires of a screen.
    struct Required {
        let record: ScreenRecord
        /// The connection of the display.
        let screen: ScreenID
        var settings: ScreenSettings
    }

    /// Whether the next pass applies the settings even if they are the same: a call waits for the outcome.
    private var isOutcomeRequired = false
    private var last: (screen: ScreenID, outcome: Result<ApplyOutcome, ScreenError>)?

    /// Makes the next pass apply the settings in any case.
    func requireOutcome() {
        isOutcomeRequired = true
    }

    /// The outcome of the last applied settings; nil if that connection is over.
    func outcome(of screen: ScreenID) -> Result<ApplyOutcome, ScreenError>? {
        last.flatMap { $0.screen == screen ? $0.outcome : nil }
    }

    /// Forgets the settings, because the connector no longer exists.
    func end() {
        isOutcomeRequired = false
        last = nil
    }

    /// Applies the settings of all screens together, so that one commit sets the modes of a card.
    ///
    /// - Returns: the errors of the screens whose settings cannot be applied.
    static func apply(_ required: [Required], by kit: VideoKit) async -> [ScreenError] {
        let changed = required.filter { one in
            one.record.applied.isOutcomeRequired || kit.settings(of: one.screen) != one.settings
        }
        for one in required { one.record.applied.isOutcomeRequired = false }
        let outcomes = await kit.apply(Dictionary(changed.map { ($0.screen, $0.settings) }) { first, _ in first })
        return changed.compactMap { one in
            guard let outcome = outcomes[one.screen] else { return nil }
            one.record.applied.last = (one.screen, outcome)
            if case .failure(let error) = outcome { return error }
            return nil
        }
    }
}
