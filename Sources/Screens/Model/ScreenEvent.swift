/// Something that happened to the screens.
public struct ScreenEvent: Sendable, Hashable {
    /// What happened.
    public let kind: Kind
    /// Counts the events from 0 without gaps, except over those that a snapshot stands for.
    public let sequence: UInt64
    /// When it was found out, in nanoseconds of CLOCK_MONOTONIC.
    public let time: Int64
    /// The screen it is about, as it is now; for a disconnect, as it was last. Nil for a snapshot.
    public let screen: Screen?
    /// All screens, in order; only for a snapshot.
    public let screens: [Screen]
    /// What differs from the screen's value before; only for a change.
    public let changes: Set<Change>
    /// What to know about, for people; only for a warning.
    public let message: String?

    init(
        _ kind: Kind, sequence: UInt64, time: Int64, screen: Screen? = nil, screens: [Screen] = [],
        changes: Set<Change> = [], message: String? = nil
    ) {
        self.kind = kind
        self.sequence = sequence
        self.time = time
        self.screen = screen
        self.screens = screens
        self.changes = changes
        self.message = message
    }

    /// The kinds of event; more may come.
    public struct Kind: Sendable, Hashable, RawRepresentable {
        /// The value as text, which may be stored and compared.
        public let rawValue: String
        /// A value by its text; unknown ones may come from newer versions.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Everything as it is: the first event, and what a reader gets who was too slow.
        public static let snapshot = Kind(rawValue: "snapshot")
        /// A display has come.
        public static let connected = Kind(rawValue: "connected")
        /// A display has left.
        public static let disconnected = Kind(rawValue: "disconnected")
        /// Something about a screen is different: see ``ScreenEvent/changes``.
        public static let changed = Kind(rawValue: "changed")
        /// Something did not go as asked and was answered, such as a mode that is not there.
        public static let warning = Kind(rawValue: "warning")
    }

    /// The parts of a ``Screen`` that can change while it is connected; more may come.
    public struct Change: Sendable, Hashable, RawRepresentable {
        /// The value as text, which may be stored and compared.
        public let rawValue: String
        /// A value by its text; unknown ones may come from newer versions.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// ``Screen/status``.
        public static let status = Change(rawValue: "status")
        /// A display that said nothing of itself now does.
        public static let identity = Change(rawValue: "identity")
        /// The display sends other bytes and is still the same: an input was switched, a receiver joined in.
        public static let edid = Change(rawValue: "edid")
        /// ``Screen/physicalSize``.
        public static let physicalSize = Change(rawValue: "physicalSize")
        /// ``Screen/availableModes``.
        public static let availableModes = Change(rawValue: "availableModes")
        /// ``Screen/currentMode``.
        public static let currentMode = Change(rawValue: "currentMode")
        /// ``Screen/preferredMode``.
        public static let preferredMode = Change(rawValue: "preferredMode")
        /// ``Screen/mirrorSource``.
        public static let mirrorSource = Change(rawValue: "mirrorSource")
        /// ``Screen/spanPart``.
        public static let spanPart = Change(rawValue: "spanPart")
        /// ``Screen/layout``.
        public static let layout = Change(rawValue: "layout")
        /// ``Screen/properties``.
        public static let properties = Change(rawValue: "properties")
        /// ``Screen/dark``: it was lit, went dark, or is dark for another reason.
        public static let dark = Change(rawValue: "dark")
        /// ``Screen/isStale``.
        public static let stale = Change(rawValue: "stale")
    }
}
