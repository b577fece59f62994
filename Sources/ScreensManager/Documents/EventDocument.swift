import Screens
import ScreensLinux

/// An event: a line of `screens watch --json`.
public struct EventDocument: Codable, Sendable, Equatable {
    /// The kinds of event. A newer daemon may send others.
    public enum Kind: String, Sendable {
        /// The state of everything, sent first and after events that could not be sent.
        case snapshot
        /// A display has been plugged in.
        case connected
        /// A display has been unplugged.
        case disconnected
        /// A screen, or its status, has changed.
        case changed
        /// Something has failed.
        case warning
        /// A client of the daemon has changed settings.
        case request
        /// The state of the daemon itself has changed.
        case status
        /// A picture of a content was on a screen, and another one follows it.
        case played
    }

    /// The name of its ``kind``.
    public let event: String
    /// Its number, which rises from event to event.
    public private(set) var sequence: UInt64
    /// The time in nanoseconds of CLOCK_MONOTONIC.
    public let time: Int64
    /// All screens; only in a snapshot.
    public private(set) var screens: [ScreenDocument]?
    /// The screen of the event.
    public var screen: ScreenDocument? { boxedScreen?.wrappedValue }
    private var boxedScreen: OnHeap<ScreenDocument>?
    /// The names of the keys that differ; only in a change.
    public private(set) var changes: [String]?
    /// The text of a warning or a request, for people.
    public private(set) var message: String?
    /// The part of `screens status` about the screen, if anything in it has changed except the screen itself.
    public var status: ScreenStatusDocument? { boxedStatus?.wrappedValue }
    private var boxedStatus: OnHeap<ScreenStatusDocument>?
    /// The parts of `screens status` about all connected screens; only in a snapshot of the daemon.
    public private(set) var statuses: [ScreenStatusDocument]?
    /// The state of the daemon itself; only in its snapshots, and if it has changed.
    public var daemon: DaemonStatusDocument? { boxedDaemon?.wrappedValue }
    private var boxedDaemon: OnHeap<DaemonStatusDocument>?
    /// The picture that was on a screen.
    public var played: PlayedDocument? { boxedPlayed?.wrappedValue }
    private var boxedPlayed: OnHeap<PlayedDocument>?

    private enum CodingKeys: String, CodingKey {
        case event, sequence, time, screens, changes, message, statuses
        case boxedScreen = "screen"
        case boxedStatus = "status"
        case boxedDaemon = "daemon"
        case boxedPlayed = "played"
    }

    /// - Parameters:
    ///   - changes: the names of the keys that differ, for a change.
    ///   - document: makes the document of a screen.
    init(_ record: EventRecord, changes: [String], _ document: (Screen) -> ScreenDocument = ScreenDocument.init) {
        event = record.event.kind.rawValue
        sequence = record.sequence
        time = record.time.nanoseconds
        screens = if case .snapshot(let screens) = record.event { screens.map(document) } else { nil }
        boxedScreen = record.event.screen.map { OnHeap(wrappedValue: document($0)) }
        self.changes = if case .changed = record.event { changes } else { nil }
        message = record.event.message
    }

    /// The kind; nil for an event of a newer daemon.
    public var kind: Kind? { Kind(rawValue: event) }

    /// Creates a change of what the daemon adds to a screen.
    ///
    /// - Parameters:
    ///   - time: the time in nanoseconds of CLOCK_MONOTONIC.
    ///   - sequence: the number of the event.
    package init(
        changed keys: [String], of screen: ScreenDocument, _ status: ScreenStatusDocument? = nil, time: Int64,
        sequence: UInt64
    ) {
        event = Kind.changed.rawValue
        boxedStatus = status.map(OnHeap.init(wrappedValue:))
        self.sequence = sequence
        self.time = time
        boxedScreen = OnHeap(wrappedValue: screen)
        changes = keys
    }

    /// Creates an event for settings that a client of the daemon has changed.
    ///
    /// - Parameters:
    ///   - text: the method and the client, for people.
    ///   - time: the time in nanoseconds of CLOCK_MONOTONIC.
    package init(request text: String, on screen: ScreenDocument?, time: Int64, sequence: UInt64) {
        event = Kind.request.rawValue
        self.sequence = sequence
        self.time = time
        boxedScreen = screen.map(OnHeap.init(wrappedValue:))
        message = text
    }

    /// Returns the same event with another number, because the daemon inserts its own events between the library's.
    package func numbered(_ sequence: UInt64) -> EventDocument {
        var event = self
        event.sequence = sequence
        return event
    }

    /// Creates a change of the state of the daemon itself.
    ///
    /// - Parameter time: the time in nanoseconds of CLOCK_MONOTONIC.
    package init(status daemon: DaemonStatusDocument, time: Int64, sequence: UInt64) {
        event = Kind.status.rawValue
        self.sequence = sequence
        self.time = time
        boxedDaemon = OnHeap(wrappedValue: daemon)
    }

    /// Creates an event for a picture that was on a screen.
    ///
    /// - Parameter time: the time in nanoseconds of CLOCK_MONOTONIC.
    package init(played: PlayedDocument, time: Int64, sequence: UInt64) {
        event = Kind.played.rawValue
        self.sequence = sequence
        self.time = time
        boxedPlayed = OnHeap(wrappedValue: played)
    }

    /// Creates a snapshot of the daemon.
    ///
    /// - Parameters:
    ///   - statuses: the states of the connected screens.
    ///   - time: the time in nanoseconds of CLOCK_MONOTONIC.
    package init(
        snapshotOf screens: [ScreenDocument], _ statuses: [ScreenStatusDocument], _ daemon: DaemonStatusDocument,
        time: Int64
    ) {
        event = Kind.snapshot.rawValue
        self.statuses = statuses
        boxedDaemon = OnHeap(wrappedValue: daemon)
        sequence = 0
        self.time = time
        self.screens = screens
    }
}

/// Creates documents of events.
///
/// It needs every event, in order: an event alone does not show all differences, so the last state of each screen is
/// kept. A value without a thread.
package struct EventTranslation: Sendable {
    private var known: [ScreenID: Screen] = [:]

    package init() {}

    /// Returns the document of the next event.
    ///
    /// - Parameter document: makes the document of a screen.
    package mutating func document(
        of record: EventRecord, _ document: (Screen) -> ScreenDocument = ScreenDocument.init
    ) -> EventDocument {
        defer { known.take(record.event) }
        return EventDocument(record, changes: changes(in: record.event), document)
    }

    /// Returns the keys that differ: the keys of the screen's document, and two that are too long for it, `modes`
    /// (which `screens modes` lists) and `edid` (which `screens info` shows).
    private func changes(in event: ScreenEvent) -> [String] {
        guard case .changed(let screen, let changes) = event else { return [] }
        var keys = Set(changes.map { $0 == .availableModes ? "modes" : $0.rawValue })
        if changes.contains(.availableModes), let former = known[screen.id],
            former.availableModes.last != screen.availableModes.last
        {
            keys.insert("largestMode")
        }
        return keys.sorted()
    }
}

extension ScreenEvent {
    fileprivate var kind: EventDocument.Kind {
        switch self {
        case .snapshot: .snapshot
        case .connected: .connected
        case .disconnected: .disconnected
        case .changed: .changed
        case .warning: .warning
        // The event concerns the machine: it has no screen.
        case .cards: .warning
        }
    }
}
