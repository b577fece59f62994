import Testing
import Udev

@testable import Screens

@Suite struct CardChangesTests {
    private static func card(_ number: Int) -> CardNode {
        CardNode(name: "card\(number)", path: "/dev/dri/card\(number)", seat: "seat0")
    }

    private static func event(_ action: CardEvent.Action, _ number: Int) -> CardEvent {
        CardEvent(action: action, card: card(number))
    }

    @Test(
        arguments: [
            ("nothing", [], [], []),
            (
                "many hotplugs are one look",
                [
                    event(.hotplug(connector: nil), 0), event(.hotplug(connector: 7), 0),
                    event(.hotplug(connector: 8), 0),
                ],
                [], ["/dev/dri/card0"]
            ),
            (
                "cards are looked at in the order of their first message",
                [
                    event(.hotplug(connector: nil), 1), event(.hotplug(connector: nil), 0),
                    event(.hotplug(connector: nil), 1),
                ],
                [], ["/dev/dri/card1", "/dev/dri/card0"]
            ),
            (
                "a card that has gone is not looked at",
                [event(.hotplug(connector: nil), 0), event(.removed, 0)], [.remove(card(0))], []
            ),
            (
                "another in its place is looked at as it comes",
                [
                    event(.hotplug(connector: nil), 0), event(.removed, 0), event(.added, 0),
                    event(.hotplug(connector: nil), 1),
                ],
                [.remove(card(0)), .add(card(0))], ["/dev/dri/card1"]
            ),
            (
                "a hotplug after it counts",
                [event(.added, 0), event(.hotplug(connector: nil), 0)], [.add(card(0))], ["/dev/dri/card0"]
            ),
            ("a lost GPU", [event(.hotplug(connector: nil), 0), event(.wedged, 0)], [.abandon(card(0))], []),
        ] as [(String, [CardEvent], [CardChanges.Change], [String])])
    func messagesBecomeOrders(
        _ what: String, _ events: [CardEvent], _ changes: [CardChanges.Change], _ looks: [String]
    ) {
        var batch = CardMonitor.Batch()
        batch.events = events
        let orders = CardChanges(batch)
        #expect(orders.changes == changes && orders.looks == looks, "\(what)")
        #expect(!orders.isEverythingUncertain)
    }

    @Test func lostMessagesMakeEverythingUncertain() {
        var batch = CardMonitor.Batch()
        batch.overflowed = true
        #expect(CardChanges(batch).isEverythingUncertain)
    }
}
