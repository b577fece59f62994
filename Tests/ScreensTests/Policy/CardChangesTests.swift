import ScreensUdev
import Testing

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
                "many hotplugs are one rescan",
                [
                    event(.hotplug(connector: nil), 0), event(.hotplug(connector: 7), 0),
                    event(.hotplug(connector: 8), 0),
                ],
                [], ["/dev/dri/card0"]
            ),
            (
                "cards are read in the order of their first event",
                [
                    event(.hotplug(connector: nil), 1), event(.hotplug(connector: nil), 0),
                    event(.hotplug(connector: nil), 1),
                ],
                [], ["/dev/dri/card1", "/dev/dri/card0"]
            ),
            (
                "a removed card is not read",
                [event(.hotplug(connector: nil), 0), event(.removed, 0)], [.remove(card(0))], []
            ),
            (
                "a new card in its place is read as it is added",
                [
                    event(.hotplug(connector: nil), 0), event(.removed, 0), event(.added, 0),
                    event(.hotplug(connector: nil), 1),
                ],
                [.remove(card(0)), .add(card(0))], ["/dev/dri/card1"]
            ),
            (
                "a hotplug after an add counts",
                [event(.added, 0), event(.hotplug(connector: nil), 0)], [.add(card(0))], ["/dev/dri/card0"]
            ),
            ("a lost GPU", [event(.hotplug(connector: nil), 0), event(.wedged, 0)], [.abandon(card(0))], []),
        ] as [(String, [CardEvent], [CardChanges.Change], [String])])
    func eventsBecomeChanges(
        _ name: String, _ events: [CardEvent], _ changes: [CardChanges.Change], _ rescans: [String]
    ) {
        var batch = CardMonitor.Batch()
        batch.events = events
        let found = CardChanges(batch)
        #expect(found.changes == changes && found.rescans == rescans, "\(name)")
        #expect(!found.rescansAll)
    }

    @Test func lostEventsRescanAllCards() {
        var batch = CardMonitor.Batch()
        batch.overflowed = true
        #expect(CardChanges(batch).rescansAll)
    }
}
