/// Somebody who hears of the events, for as long as they want to.
final class EventReader: Sendable {
    private let screenTable: ScreenTable
    private let subscription: Int

    init(screenTable: ScreenTable) {
        self.screenTable = screenTable
        subscription = screenTable.subscribe()
    }

    deinit {
        screenTable.unsubscribe(subscription)
    }

    func next() async -> ScreenEvent? {
        await screenTable.next(subscription)
    }
}
