/// A change of the screens. Each value has the state at the time of the event: store the ``Screen/id`` of a screen, not
/// the screen.
public enum ScreenEvent: Sendable, Hashable {
    /// All screens as they are, in order. It is the first event of each reader, and replaces the events that a slow
    /// reader missed.
    case snapshot([Screen])
    // The values with one screen are on the heap, because a screen is large: such an event is passed on as a pointer.

    /// A display was connected.
    indirect case connected(Screen)
    /// A display was disconnected. The screen is as it was last.
    indirect case disconnected(Screen)
    /// A screen changed. The screen is as it is now; the set has the parts that differ from its previous value.
    indirect case changed(Screen, Set<Change>)
    /// Something is not as requested, such as a mode that the display does not have. The text is a sentence for people.
    indirect case warning(Screen, String)
    /// The problems of the cards have changed: a card cannot be used (``Card/problem``), there are no cards, or such a
    /// problem is over. The value has all cards. It follows a snapshot if a problem exists already. A program without a
    /// picture prints it while `VideoKit` waits.
    case cards([Card])

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
        /// ``Screen/edid``: the same display sends other bytes, because an input or a receiver was switched.
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
        /// ``Screen/lessee``: another program got the screen, or gave it back.
        public static let lessee = Change(rawValue: "lessee")
        /// ``Screen/isStale``.
        public static let stale = Change(rawValue: "stale")
    }

    package var isWarning: Bool { if case .warning = self { true } else { false } }

    /// The screen that the event is about; nil for a snapshot and for cards.
    public var screen: Screen? {
        switch self {
        case .snapshot, .cards: nil
        case .connected(let screen), .disconnected(let screen), .changed(let screen, _), .warning(let screen, _): screen
        }
    }

    /// The text for people: a warning, or why cards cannot be used, or that all can; nil for other events.
    public var message: String? {
        switch self {
        case .snapshot, .connected, .disconnected, .changed: nil
        case .warning(_, let message): message
        case .cards([]): "the machine has no card that drives displays"
        case .cards(let cards):
            cards.contains { $0.problem != nil }
                ? cards.compactMap(\.problem?.description).joined(separator: ". ") : "all cards can be used"
        }
    }
}

extension ScreenEvent: CustomStringConvertible {
    private static func state(of screen: Screen) -> String {
        screen.dark.map { "dark: \($0.message)" } ?? screen.currentMode.map { "it shows \($0)" } ?? "it shows nothing"
    }

    /// A line for people, such as `connected: HDMI-A-1`.
    public var description: String {
        switch self {
        case .snapshot([]): "screens: none"
        case .snapshot(let screens): "screens: \(screens.map(\.name).joined(separator: ", "))"
        case .connected(let screen): "connected: \(screen.name)"
        case .disconnected(let screen): "disconnected: \(screen.name)"
        case .changed(let screen, let changes):
            "changed: \(screen.name): \(changes.map(\.rawValue).sorted().joined(separator: ", "))"
                + (changes.isDisjoint(with: [.currentMode, .dark]) ? "" : "; \(Self.state(of: screen))")
        case .cards(let cards) where cards.allSatisfy { $0.problem == nil } && !cards.isEmpty: "cards: \(message ?? "")"
        case .warning, .cards: "warning: \(message ?? "")"
        }
    }
}

/// An event with its number and its time: ``ScreenEvents/records``.
public struct EventRecord: Sendable, Hashable {
    /// The event.
    public let event: ScreenEvent
    /// The number of the event for this reader, from 0 without gaps, except for the events that a snapshot replaces.
    public let sequence: UInt64
    /// The time at which it was detected.
    public let time: MonotonicTime
}
