/// The events of the screens, in order, beginning with a full snapshot.
///
/// It has every event from the moment at which ``VideoKit/events`` returned it: taken before ``VideoKit/start()``, it misses
/// nothing of the start. The first reader also gets the warnings that came before it. A reader that is too slow gets a fresh snapshot instead of a gap, and an event for every
/// disconnect. Each reader has a sequence of its own, and iterates it once, as events or as ``records``. It ends after
/// ``VideoKit/stop()``.
public struct ScreenEvents: AsyncSequence, Sendable {
    /// The events.
    public typealias Element = ScreenEvent
    /// It ends without an error.
    public typealias Failure = Never

    private let reader: EventReader

    init(of table: ScreenTable) {
        reader = EventReader(of: table)
    }

    /// The same events with their numbers and times.
    public var records: Records { Records(reader: reader) }

    /// The one iterator of this reader.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: reader)
    }

    /// The reader's place in the events.
    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let reader: EventReader

        /// The next event, waited for; nil at the end, or when the task is cancelled.
        public func next() async -> ScreenEvent? {
            await reader.next()?.event
        }

        /// The next event, waited for; nil at the end, or when the task is cancelled.
        public func next(isolation actor: isolated (any Actor)?) async -> ScreenEvent? {
            await reader.next()?.event
        }
    }

    /// The events with their numbers and times.
    public struct Records: AsyncSequence, Sendable {
        /// The events with their numbers and times.
        public typealias Element = EventRecord
        /// It ends without an error.
        public typealias Failure = Never

        fileprivate let reader: EventReader

        /// The one iterator of this reader.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(reader: reader)
        }

        /// The reader's place in the events.
        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate let reader: EventReader

            /// The next event, waited for; nil at the end, or when the task is cancelled.
            public func next() async -> EventRecord? {
                await reader.next()
            }

            /// The next event, waited for; nil at the end, or when the task is cancelled.
            public func next(isolation actor: isolated (any Actor)?) async -> EventRecord? {
                await reader.next()
            }
        }
    }
}
