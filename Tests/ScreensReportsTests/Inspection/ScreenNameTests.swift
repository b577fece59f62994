import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensLinux
@testable import ScreensReports

struct ScreenNameTests {
    private let connectors = [
        Screen.lit("HDMI-A-1", card: "/dev/dri/card0"), .lit("HDMI-A-1", card: "/dev/dri/card1"), .lit("DP-1"),
    ]
    private let cards = [Card.sample("/dev/dri/card0"), .sample("/dev/dri/card1")]

    @Test(arguments: [
        ("DP-1", "card1/DP-1"), ("card0/HDMI-A-1", "card0/HDMI-A-1"), ("card1/HDMI-A-1", "card1/HDMI-A-1"),
    ])
    func aNameThatIsCleanFindsItsScreen(name: String, found: String) throws {
        #expect(try ScreenName.resolve(name, among: connectors, cards: cards).qualifiedName == found)
    }

    @Test func anAmbiguousNameListsTheCandidates() {
        let failure = #expect(throws: Failure.self) {
            try ScreenName.resolve("HDMI-A-1", among: connectors, cards: cards)
        }
        #expect(failure?.status == .usage)
        #expect(failure?.message == "several screens are named HDMI-A-1: use one of card0/HDMI-A-1, card1/HDMI-A-1")
    }

    @Test(arguments: ["hdmi-a-1", "card2/DP-1", "DP-2", ""])
    func anUnknownNameFindsNoScreen(name: String) {
        let failure = #expect(throws: Failure.self) {
            try ScreenName.resolve(name, among: connectors, cards: cards)
        }
        #expect(failure?.status == .noSuchScreen)
    }

    @Test(arguments: [
        ("card2/DP-1", Card.denied("/dev/dri/card2"), Int32(77)),
        ("DP-9", .denied("/dev/dri/card2"), 77),
        ("card0/DP-9", .denied("/dev/dri/card2"), 66),
        ("card2/DP-1", .broken("/dev/dri/card2"), 71),
        // The connectors of the card are known: it has no such screen.
        ("card1/DP-9", .busy("/dev/dri/card1"), 66),
    ])
    func theErrorOfANameOnAnUnreadableCardEndsWithTheReason(name: String, card: Card, status: Int32) {
        let cards = [Card.sample("/dev/dri/card0"), card]
        let failure = #expect(throws: Failure.self) {
            try ScreenName.resolve(name, among: connectors, cards: cards)
        }
        #expect(failure?.status.rawValue == status)
    }

    @Test func withoutACardThereIsNoScreenToBeNamed() {
        let failure = #expect(throws: Failure.self) { try ScreenName.resolve("DP-1", among: [], cards: []) }
        #expect(failure?.status == .unavailable)
    }

    @Test(arguments: [
        ("hdmi-a-1", "no screen is named hdmi-a-1; did you mean 'HDMI-A-1'? `screens list --all` lists the names"),
        (
            "card1/DP-2",
            "no screen is named card1/DP-2; did you mean 'card1/DP-1'? `screens list --all` lists the names"
        ),
        ("VGA", "no screen is named VGA; `screens list --all` lists the names"),
    ])
    func anUnknownNameNamesTheNearest(name: String, message: String) {
        let failure = #expect(throws: Failure.self) {
            try ScreenName.resolve(name, among: connectors, cards: cards)
        }
        #expect(failure?.message == message)
    }
}
