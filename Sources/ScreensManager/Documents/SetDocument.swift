/// The reply to `Set` and `Reset`: what `screens set --json` prints.
public struct SetDocument: Codable, Sendable, Hashable {
    /// The screen after it.
    public let screen: ScreenDocument
    /// The state of its settings.
    public let outcome: Outcome
    /// The settings that the display does not follow; none where all are set.
    public let deviations: [Deviation]

    /// The state of the settings. A refused mode has none: it is an error.
    public enum Outcome: String, Codable, Sendable, Hashable {
        /// The display is as required.
        case set
        /// It shows a picture, but not all of it is as required.
        case setOtherwise
        /// It shows nothing of ours, and will by these settings once it can.
        case notSet
    }

    /// A setting that the display does not follow.
    public struct Deviation: Codable, Sendable, Hashable {
        /// As calls spell it.
        public let key: String
        /// The value in its place; nil where it is left out.
        @Nullable public private(set) var instead: String?
        /// For people, with the reason.
        public let message: String

        package init(key: String, instead: String?, message: String) {
            self.key = key
            self.instead = instead
            self.message = message
        }
    }

    package init(screen: ScreenDocument, outcome: Outcome, deviations: [Deviation] = []) {
        self.screen = screen
        self.outcome = outcome
        self.deviations = deviations
    }
}
