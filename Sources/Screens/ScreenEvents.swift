/// What happens to the screens, in order, from the full snapshot on.
///
/// A reader that is too slow gets a fresh snapshot instead of a gap, and is told of every disconnect. Each iterator
/// hears everything for itself; the sequence ends when ``VideoKit/stop()`` has been called.
public struct ScreenEvents: AsyncSequence, Sendable {
    public typealias Element = ScreenEvent
    public typealias Failure = Never

    let roster: ScreenRoster

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(roster: roster)
    }

    /// One reader's place in the events.
    public final class AsyncIterator: AsyncIteratorProtocol {
        private let roster: ScreenRoster
        private let subscription: Int

        init(roster: ScreenRoster) {
            self.roster = roster
            subscription = roster.subscribe()
        }

        deinit {
            roster.unsubscribe(subscription)
        }

        public func next() async -> ScreenEvent? {
            await roster.next(subscription)
        }

        public func next(isolation actor: isolated (any Actor)?) async -> ScreenEvent? {
            await roster.next(subscription)
        }
    }
}
