import Testing

@testable import Screens

@Suite struct EventSubscriptionTests {
    private func drain(_ subscription: inout EventSubscription, _ screens: [Screen]) -> [EventRecord] {
        var events: [EventRecord] = []
        while let event = subscription.dequeue(screens: screens, cards: nil, time: .zero) { events.append(event) }
        return events
    }

    @Test func everythingComesAfterTheSnapshotInOrder() {
        var subscription = EventSubscription()
        let screen = Screen.make()
        subscription.begin(screens: [], cards: nil, time: .zero)
        subscription.enqueue(.connected(screen), at: .zero)
        subscription.enqueue(.warning(screen, ""), at: .zero)
        let events = drain(&subscription, [screen])
        #expect(events.map(\.event) == [.snapshot([]), .connected(screen), .warning(screen, "")])
        #expect(events.map(\.sequence) == [0, 1, 2])
    }

    @Test func aReaderThatIsTooSlowGetsDisconnectsAndThenASnapshot() {
        var subscription = EventSubscription()
        let known = Screen.make(connection: 1)
        let other = Screen.make(connection: 2)
        subscription.begin(screens: [known], cards: nil, time: .zero)
        #expect(subscription.dequeue(screens: [known], cards: nil, time: .zero)?.event == .snapshot([known]))
        for _ in 0...EventSubscription.capacity {
            subscription.enqueue(.changed(known, []), at: .zero)
        }
        let events = drain(&subscription, [other])
        #expect(events.map(\.event) == [.disconnected(known), .snapshot([other])])
        // The numbers reveal that something was left out.
        #expect(events.map(\.sequence) == [66, 67])
    }

    @Test func cardsWithAProblemFollowEachSnapshot() {
        var subscription = EventSubscription()
        let problem = ScreenError(.permissionDenied, operation: "open", object: "/dev/dri/card0")
        let cards = [Card(path: "/dev/dri/card0", driver: nil, problem: problem, master: nil)]
        subscription.begin(screens: [], cards: cards, time: .zero)
        #expect(subscription.dequeue(screens: [], cards: cards, time: .zero)?.event == .snapshot([]))
        #expect(subscription.dequeue(screens: [], cards: cards, time: .zero)?.event == .cards(cards))
        let known = Screen.make()
        for _ in 0...EventSubscription.capacity { subscription.enqueue(.changed(known, []), at: .zero) }
        #expect(subscription.dequeue(screens: [known], cards: cards, time: .zero)?.event == .snapshot([known]))
        let event = subscription.dequeue(screens: [known], cards: cards, time: .zero)?.event
        #expect(event?.message == "cannot open /dev/dri/card0")
        #expect(subscription.dequeue(screens: [known], cards: cards, time: .zero) == nil)
    }

    @Test func aScreenThatCameAndWentMeanwhileWasNeverThere() {
        var subscription = EventSubscription()
        subscription.begin(screens: [], cards: nil, time: .zero)
        _ = subscription.dequeue(screens: [], cards: nil, time: .zero)
        for number in 0..<50 as Range<UInt64> {
            subscription.enqueue(.connected(.make(connection: number)), at: .zero)
            subscription.enqueue(.disconnected(.make(connection: number)), at: .zero)
        }
        #expect(drain(&subscription, []).map(\.event) == [.snapshot([])])
    }
}
