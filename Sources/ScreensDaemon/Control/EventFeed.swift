import Screens
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The events of the library, of contents and of the status, as replies to the method `Watch`.
@MainLoop
final class EventFeed {
    private let kit: VideoKit
    private let reports: ScreenReports
    private let status: StatusReports
    /// The status that watchers know; nil while there are no watchers.
    private var reported: (status: StatusDocument, time: MonotonicTime)?
    private var translation = EventTranslation()
    /// The number of the last event.
    private var last: UInt64 = 0
    /// The number of the feed's own events between the library's.
    private var added: UInt64 = 0

    init(_ kit: VideoKit, _ reports: ScreenReports, _ status: StatusReports) {
        self.kit = kit
        self.reports = reports
        self.status = status
    }

    /// The reply for an event; nil if no client watches. Call it for every event.
    func reply(for record: EventRecord, isWatched: Bool) -> Reply? {
        let document = translation.document(of: record, reports.document)
        last = document.sequence + added
        return isWatched ? Self.reply(document.numbered(last)) : nil
    }

    /// The reply for a change of the state of a content.
    func contentChanged(on screen: Screen) -> Reply {
        Self.reply(
            EventDocument(
                changed: ["content"], of: reports.document(of: screen), time: MonotonicTime.now.nanoseconds,
                sequence: next()))
    }

    /// The replies for all changes of the status since the last call, or since the snapshot of the first watcher.
    ///
    /// - Parameter isWatched: whether there are watchers. Without any, the status is not compared.
    func takeChanges(isWatched: Bool) -> [Reply] {
        guard isWatched, let former = reported else {
            reported = nil
            return []
        }
        let (now, time) = (status.document(of: kit.screens), MonotonicTime.now)
        reported = (now, time)
        var replies = now.screens.compactMap { screen -> Reply? in
            let before = former.status.screens.first { $0.screen.qualifiedName == screen.screen.qualifiedName }
            let keys = screen.changes(since: before, after: former.time.duration(to: time))
            guard !keys.isEmpty else { return nil }
            return Self.reply(
                EventDocument(
                    changed: keys, of: screen.screen, screen, time: time.nanoseconds, sequence: next()))
        }
        if now.daemon != former.status.daemon {
            replies.append(
                Self.reply(EventDocument(status: now.daemon, time: time.nanoseconds, sequence: next())))
        }
        return replies
    }

    /// The number of the next event that is not one of the library.
    private func next() -> UInt64 {
        last += 1
        added += 1
        return last
    }

    /// The reply for a change that a client has made.
    ///
    /// - Parameter text: the method and the client, for people.
    func request(_ text: String, on screen: Screen?) -> Reply {
        Self.reply(
            EventDocument(
                request: text, on: screen.map(reports.document), time: MonotonicTime.now.nanoseconds, sequence: next()))
    }

    /// The reply for a picture that was on a screen.
    func played(_ played: PlayedDocument) -> Reply {
        Self.reply(EventDocument(played: played, time: MonotonicTime.now.nanoseconds, sequence: next()))
    }

    /// The whole state, for a new watcher.
    func snapshot() -> Reply {
        let (status, time) = (status.document(of: kit.screens), MonotonicTime.now)
        // The other watchers may not know all of this status yet.
        if reported == nil { reported = (status, time) }
        return Self.reply(
            EventDocument(
                snapshotOf: kit.screens.map(reports.document), status.screens, status.daemon, time: time.nanoseconds))
    }

    private static func reply(_ event: EventDocument) -> Reply {
        guard let document = try? JSONValue(encoding: event) else { return Reply(continues: true) }
        return Reply(["event": document.cuttingLongTexts], continues: true)
    }
}
