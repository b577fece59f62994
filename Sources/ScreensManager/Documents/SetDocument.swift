import ScreensLinux

/// The reply to `Set` and `Reset`: the output of `screens set --json`.
public struct SetDocument: Codable, Sendable, Equatable {
    /// The screen after the call.
    public var screen: ScreenDocument { boxedScreen.wrappedValue }
    private let boxedScreen: OnHeap<ScreenDocument>
    /// The state of its settings.
    public let outcome: Outcome
    /// The settings that the display does not follow; empty if all are set.
    public let deviations: [Deviation]

    /// The state of the settings. A refused mode is an error, and has no outcome.
    public enum Outcome: String, Codable, Sendable, Hashable {
        /// The display is as required.
        case set
        /// The display shows a picture, but not everything is as required.
        case setOtherwise
        /// The display does not show the daemon's picture now, but will use these settings when it does.
        case notSet
    }

    /// A setting that the display does not follow.
    public struct Deviation: Codable, Sendable, Equatable {
        /// The key of the setting, as calls spell it.
        public let key: String
        /// The value that is used instead; nil if the setting is left out.
        @Nullable public private(set) var instead: String?
        /// The deviation and its reason, for people.
        public let message: String

        package init(key: String, instead: String?, message: String) {
            self.key = key
            self.instead = instead
            self.message = message
        }
    }

    private enum CodingKeys: String, CodingKey {
        case boxedScreen = "screen"
        case outcome, deviations
    }

    package init(screen: ScreenDocument, outcome: Outcome, deviations: [Deviation] = []) {
        boxedScreen = OnHeap(wrappedValue: screen)
        self.outcome = outcome
        self.deviations = deviations
    }
}
