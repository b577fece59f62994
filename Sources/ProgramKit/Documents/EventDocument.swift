import Screens

/// An event: a line of `screens watch --json`.
package struct EventDocument: Codable, Sendable, Hashable {
    package let event: String
    package private(set) var sequence: UInt64
    /// Nanoseconds of CLOCK_MONOTONIC.
    package let time: Int64
    /// All screens; only in a snapshot.
    package let screens: [ScreenDocument]?
    package let screen: ScreenDocument?
    /// The names of the keys that differ; only in a change.
    package let changes: [String]?
    package let message: String?

    /// - Parameters:
    ///   - changes: the names of the keys that differ, for a change.
    ///   - document: makes the document of a screen.
    init(_ event: ScreenEvent, changes: [String], _ document: (Screen) -> ScreenDocument = ScreenDocument.init) {
        self.event = event.kind.rawValue
        sequence = event.sequence
        time = event.time.nanoseconds
        screens = event.kind == .snapshot ? event.screens.map(document) : nil
        screen = event.screen.map(document)
        self.changes = event.kind == .changed ? changes : nil
        message = event.message
    }

    /// A change of what the daemon adds to a screen.
    ///
    /// - Parameters:
    ///   - time: in nanoseconds of CLOCK_MONOTONIC.
    ///   - sequence: the number of the event.
    package init(changed keys: [String], of screen: ScreenDocument, time: Int64, sequence: UInt64) {
        event = ScreenEvent.Kind.changed.rawValue
        self.sequence = sequence
        self.time = time
        screens = nil
        self.screen = screen
        changes = keys
        message = nil
    }

    /// A change of settings that a client of the daemon has made.
    ///
    /// - Parameters:
    ///   - text: the method and the client, for people.
    ///   - time: in nanoseconds of CLOCK_MONOTONIC.
    package init(request text: String, on screen: ScreenDocument?, time: Int64, sequence: UInt64) {
        event = "request"
        self.sequence = sequence
        self.time = time
        screens = nil
        self.screen = screen
        changes = nil
        message = text
    }

    /// The same event with another number, where events of the daemon come between those of the library.
    package func numbered(_ sequence: UInt64) -> EventDocument {
        var event = self
        event.sequence = sequence
        return event
    }

    /// A snapshot.
    ///
    /// - Parameter time: in nanoseconds of CLOCK_MONOTONIC.
    package init(snapshotOf screens: [ScreenDocument], time: Int64) {
        event = ScreenEvent.Kind.snapshot.rawValue
        sequence = 0
        self.time = time
        self.screens = screens
        screen = nil
        changes = nil
        message = nil
    }
}

/// Makes documents of events.
///
/// Needs every event, in order: not all differences can be seen in the event itself, so it remembers each screen as it
/// was last. A value; it has no thread of its own.
package struct EventTranslation: Sendable {
    private var known: [ScreenID: Screen] = [:]

    package init() {}

    /// The document of the next event.
    ///
    /// - Parameter document: makes the document of a screen.
    package mutating func document(
        of event: ScreenEvent, _ document: (Screen) -> ScreenDocument = ScreenDocument.init
    ) -> EventDocument {
        defer { remember(event) }
        return EventDocument(event, changes: changes(in: event), document)
    }

    /// The keys that differ: those of the screen's document, and two that are too long for it, `modes` (which `screens
    /// modes` lists) and `edid` (which `screens info` shows).
    private func changes(in event: ScreenEvent) -> [String] {
        var keys = Set(event.changes.map { $0 == .availableModes ? "modes" : $0.rawValue })
        if event.changes.contains(.availableModes), let screen = event.screen, let former = known[screen.id],
            former.availableModes.last != screen.availableModes.last
        {
            keys.insert("largestMode")
        }
        return keys.sorted()
    }

    private mutating func remember(_ event: ScreenEvent) {
        if event.kind == .snapshot {
            known = Dictionary(event.screens.map { ($0.id, $0) }) { first, _ in first }
        } else if let screen = event.screen {
            known[screen.id] = event.kind == .disconnected ? nil : screen
        }
    }
}
