import Testing

@testable import Screens

@Suite struct EventSubscriptionTests {
    private func drain(_ subscription: inout EventSubscription, _ screens: [Screen]) -> [ScreenEvent] {
        var events: [ScreenEvent] = []
        while let event = subscription.dequeue(screens: screens, time: .zero) { events.append(event) }
        return events
    }

    @Test func everythingComesAfterTheSnapshotInOrder() {
        var subscription = EventSubscription()
        let screen = Screen.make()
        subscription.begin(screens: [], time: .zero)
        subscription.enqueue { ScreenEvent(.connected, sequence: $0, time: .zero, screen: screen) }
        subscription.enqueue { ScreenEvent(.warning, sequence: $0, time: .zero, screen: screen, message: "") }
        let events = drain(&subscription, [screen])
        #expect(events.map(\.kind) == [.snapshot, .connected, .warning])
        #expect(events.map(\.sequence) == [0, 1, 2])
    }

    @Test func aReaderThatIsTooSlowGetsDisconnectsAndThenASnapshot() {
        var subscription = EventSubscription()
        let known = Screen.make(connection: 1)
        let other = Screen.make(connection: 2)
        subscription.begin(screens: [known], time: .zero)
        #expect(subscription.dequeue(screens: [known], time: .zero)?.kind == .snapshot)
        for _ in 0...EventSubscription.capacity {
            subscription.enqueue { ScreenEvent(.changed, sequence: $0, time: .zero, screen: known) }
        }
        let events = drain(&subscription, [other])
        #expect(events.map(\.kind) == [.disconnected, .snapshot])
        #expect(events.first?.screen == known && events.last?.screens == [other])
        // The numbers show that something was left out.
        #expect(events.map(\.sequence) == [66, 67])
    }

    @Test func aScreenThatCameAndWentMeanwhileWasNeverThere() {
        var subscription = EventSubscription()
        subscription.begin(screens: [], time: .zero)
        _ = subscription.dequeue(screens: [], time: .zero)
        for number in 0..<50 as Range<UInt64> {
            subscription.enqueue {
                ScreenEvent(.connected, sequence: $0, time: .zero, screen: .make(connection: number))
            }
            subscription.enqueue {
                ScreenEvent(.disconnected, sequence: $0, time: .zero, screen: .make(connection: number))
            }
        }
        #expect(drain(&subscription, []).map(\.kind) == [.snapshot])
    }
}
