import JSON
import ProgramKit
import Screens
import Varlink

/// The events of the library as replies to the call `Watch`.
@MainLoop
final class EventFeed {
    private let kit: VideoKit
    private var translation = EventTranslation()

    init(_ kit: VideoKit) {
        self.kit = kit
    }

    /// The reply for an event; nil while no client watches. It has to be called for every event.
    func reply(for event: ScreenEvent, isWatched: Bool) -> Reply? {
        let document = translation.document(of: event)
        return isWatched ? Self.reply(document) : nil
    }

    /// All screens as they are.
    var snapshot: Reply {
        Self.reply(EventDocument(snapshotOf: kit.screens.map(ScreenDocument.init), time: MonotonicTime.now.nanoseconds))
    }

    private static func reply(_ event: EventDocument) -> Reply {
        guard let document = try? JSONValue(encoding: event) else { return Reply(continues: true) }
        return Reply(["event": document], continues: true)
    }
}
