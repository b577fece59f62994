import Screens
import ScreensJSON
import ScreensProgramKit
import ScreensVarlink

/// The events of the library, and of contents, as replies to the call `Watch`.
@MainLoop
final class EventFeed {
    private let kit: VideoKit
    private let reports: ScreenReports
    private var translation = EventTranslation()
    /// The number of the last event.
    private var last: UInt64 = 0
    /// How many events of its own came between those of the library.
    private var added: UInt64 = 0

    init(_ kit: VideoKit, _ reports: ScreenReports) {
        self.kit = kit
        self.reports = reports
    }

    /// The reply for an event; nil while no client watches. It has to be called for every event.
    func reply(for record: EventRecord, isWatched: Bool) -> Reply? {
        let document = translation.document(of: record, reports.document)
        last = document.sequence + added
        return isWatched ? Self.reply(document.numbered(last)) : nil
    }

    /// The reply for a change of what the daemon adds to a screen.
    ///
    /// - Parameter keys: `content` for the state of its content, `settings` for its settings and their origins.
    func changed(_ keys: [String], on screen: Screen) -> Reply {
        last += 1
        added += 1
        return Self.reply(
            EventDocument(
                changed: keys, of: reports.document(of: screen), time: MonotonicTime.now.nanoseconds,
                sequence: last))
    }

    /// The reply for a change that a client has made.
    ///
    /// - Parameter text: the method and the client, for people.
    func request(_ text: String, on screen: Screen?) -> Reply {
        last += 1
        added += 1
        return Self.reply(
            EventDocument(
                request: text, on: screen.map(reports.document), time: MonotonicTime.now.nanoseconds, sequence: last))
    }

    /// All screens as they are.
    var snapshot: Reply {
        Self.reply(EventDocument(snapshotOf: kit.screens.map(reports.document), time: MonotonicTime.now.nanoseconds))
    }

    private static func reply(_ event: EventDocument) -> Reply {
        guard let document = try? JSONValue(encoding: event) else { return Reply(continues: true) }
        return Reply(["event": document], continues: true)
    }
}
