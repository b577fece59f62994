/// The events of the screens, in order, beginning with a full snapshot.
///
/// It hears everything from the moment on at which it was got from ``VideoKit/events``: got before
/// ``VideoKit/start()``, nothing of the start is missed. A reader that is too slow gets a fresh snapshot instead of a
/// gap, and is told of every disconnect. Each reader gets one of its own, and iterates it once. It ends when
/// ``VideoKit/stop()`` has been called.
public struct ScreenEvents: AsyncSequence, Sendable {
    public typealias Element = ScreenEvent
    public typealias Failure = Never

    private let reader: EventReader

    init(of table: ScreenTable) {
        reader = EventReader(of: table)
    }

    /// The one iterator of this reader.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: reader)
    }

    /// The reader's place in the events.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let reader: EventReader

        /// The next event, waited for; nil at the end, or when the task is cancelled.
        public func next() async -> ScreenEvent? {
            await reader.next()
        }

        /// The next event, waited for; nil at the end, or when the task is cancelled.
        public func next(isolation actor: isolated (any Actor)?) async -> ScreenEvent? {
            await reader.next()
        }
    }
}
