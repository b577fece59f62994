import Testing

@testable import ScreensUdev

@Suite struct CardNodeTests {
    @Test(arguments: [
        ("card0", true), ("card17", true), ("card0-HDMI-A-1", false), ("renderD128", false), ("card", false),
        ("controlD64", false), ("card-1", false), ("cardX", false), ("version", false), ("card٣", false),
    ])
    func onlyCardsAreCards(_ name: String, _ isCard: Bool) {
        #expect(CardNode.isCard(name) == isCard)
    }

    @Test func cardsAreOrderedByNumberAndNotByLetters() {
        let cards = ["card10", "card2", "card0"].map { CardNode(name: $0, path: "/dev/dri/\($0)", seat: "seat0") }
        #expect(cards.sorted { $0.number < $1.number }.map(\.name) == ["card0", "card2", "card10"])
    }

    @Test func aSeatWithoutCardsHasAnEmptyList() throws {
        #expect(try CardEnumeration.cards(seat: "no-such-seat").isEmpty)
    }
}
