/// A change of the screens.
public struct ScreenEvent: Sendable, Hashable {
    /// The kind of event.
    public let kind: Kind
    /// The number of the event, from 0 without gaps, except for the events that a snapshot replaces.
    public let sequence: UInt64
    /// When it was detected.
    public let time: MonotonicTime
    /// The screen as it is now; for a disconnect, as it was last. Nil for a snapshot.
    public let screen: Screen?
    /// All screens, in order. Only for a snapshot.
    public let screens: [Screen]
    /// The parts that differ from the screen's previous value. Only for a change.
    public let changes: Set<Change>
    /// The warning, for people. Only for a warning.
    public let message: String?

    init(
        _ kind: Kind, sequence: UInt64, time: MonotonicTime, screen: Screen? = nil, screens: [Screen] = [],
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

    /// The kinds of event; later versions may add more.
    public struct Kind: Sendable, Hashable, RawRepresentable {
        /// The value as text, which can be stored and compared.
        public let rawValue: String
        /// Makes a value from its text. Unknown ones may come from newer versions.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// All screens as they are: the first event of each reader, and the event that replaces those that a slow reader
        /// missed.
        public static let snapshot = Kind(rawValue: "snapshot")
        /// A display was connected.
        public static let connected = Kind(rawValue: "connected")
        /// A display was disconnected.
        public static let disconnected = Kind(rawValue: "disconnected")
        /// A screen changed: see ``ScreenEvent/changes``.
        public static let changed = Kind(rawValue: "changed")
        /// A setting could not be applied as requested, such as a mode that the display does not have.
        public static let warning = Kind(rawValue: "warning")
    }

    /// The parts of a ``Screen`` that can change while it is connected; later versions may add more.
    public struct Change: Sendable, Hashable, RawRepresentable {
        /// The value as text, which can be stored and compared.
        public let rawValue: String
        /// Makes a value from its text. Unknown ones may come from newer versions.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// ``Screen/status``.
        public static let status = Change(rawValue: "status")
        /// ``Screen/identity``: the display had not reported one before.
        public static let identity = Change(rawValue: "identity")
        /// ``Screen/edid``: the same display sends other bytes, since an input or a receiver was switched.
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
        /// ``Screen/wallPart``.
        public static let wallPart = Change(rawValue: "wallPart")
        /// ``Screen/layout``.
        public static let layout = Change(rawValue: "layout")
        /// ``Screen/properties``.
        public static let properties = Change(rawValue: "properties")
        /// ``Screen/dark``: it was lit, became dark, or is dark for another reason.
        public static let dark = Change(rawValue: "dark")
        /// ``Screen/isStale``.
        public static let stale = Change(rawValue: "stale")
    }
}
