/// The events of the screens, in order, beginning with a full snapshot.
///
/// The sequence has every event since ``VideoKit/events`` returned it. A sequence that is obtained before
/// ``VideoKit/start()`` misses nothing of the start. The first reader also gets the warnings that came before it. A
/// reader that is too slow gets a new snapshot in place of the events it missed, and an event for every disconnect.
/// Each reader has a sequence of its own, and iterates it once, as events or as ``records``. The sequence ends after
/// ``VideoKit/stop()``.
public struct ScreenEvents: AsyncSequence, Sendable {
    /// The element of the sequence.
    public typealias Element = ScreenEvent
    /// The sequence ends without an error.
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

        /// Waits for the next event. Returns nil at the end, or if the task is cancelled.
        public func next() async -> ScreenEvent? {
            await reader.next()?.event
        }

        /// Waits for the next event. Returns nil at the end, or if the task is cancelled.
        public func next(isolation actor: isolated (any Actor)?) async -> ScreenEvent? {
            await reader.next()?.event
        }
    }

    /// The events with their numbers and times.
    public struct Records: AsyncSequence, Sendable {
        /// The element of the sequence.
        public typealias Element = EventRecord
        /// The sequence ends without an error.
        public typealias Failure = Never

        fileprivate let reader: EventReader

        /// The one iterator of this reader.
        public func makeAsyncIterator() -> AsyncIterator {
            AsyncIterator(reader: reader)
        }

        /// The reader's place in the events.
        public struct AsyncIterator: AsyncIteratorProtocol {
            fileprivate let reader: EventReader

            /// Waits for the next event. Returns nil at the end, or if the task is cancelled.
            public func next() async -> EventRecord? {
                await reader.next()
            }

            /// Waits for the next event. Returns nil at the end, or if the task is cancelled.
            public func next(isolation actor: isolated (any Actor)?) async -> EventRecord? {
                await reader.next()
            }
        }
    }
}
