/// Somebody who hears of the events, for as long as they want to.
final class EventReader: Sendable {
    private let roster: ScreenRoster
    private let subscription: Int

    init(roster: ScreenRoster) {
        self.roster = roster
        subscription = roster.subscribe()
    }

    deinit {
        roster.unsubscribe(subscription)
    }

    func next() async -> ScreenEvent? {
        await roster.next(subscription)
    }
}
