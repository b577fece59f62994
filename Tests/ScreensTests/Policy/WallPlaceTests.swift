import Testing

@testable import Screens

@Suite struct WallPlaceTests {
    private static func screen(_ name: String, _ connector: ConnectorID, card: String) -> Screen {
        Screen(
            id: ScreenID(card: card, connector: connector, session: 1, connection: 1), name: name,
            card: card, driver: "test", connector: connector, status: .connected, role: .external, kind: .display,
            identity: nil, edid: [], physicalSize: nil, availableModes: [], currentMode: nil, layout: nil,
            mirrorSource: nil, dark: nil, isStale: false)
    }

    private let screens = [
        screen("DP-1", 1, card: "/dev/dri/card0"), screen("DP-2", 2, card: "/dev/dri/card0"),
        screen("DP-1", 1, card: "/dev/dri/card1"), screen("DP-2", 2, card: "/dev/dri/card1"),
    ]

    @Test(
        arguments: [
            ([], [:]),
            ([["DP-9"]], [:]),
            ([["DP-1"]], ["card0/DP-1": "0 DP-1"]),
            ([["card1/DP-1", "card0/DP-1"]], ["card1/DP-1": "0 card1/DP-1", "card0/DP-1": "0 card0/DP-1"]),
            ([["DP-1"], ["DP-2"]], ["card0/DP-1": "0 DP-1", "card0/DP-2": "1 DP-2"]),
        ] as [([[String]], [String: String])])
    func aPlaceIsOfTheFirstScreenThatHasItsName(_ walls: [[String]], _ expected: [String: String]) throws {
        let found = WallPlace.places(of: try walls.map { try VideoWall(rows: [$0]) }, among: screens)
        let named = screens.compactMap { screen in
            found[screen.id].map { (screen.qualifiedName, "\($0.wall) \($0.name)") }
        }
        #expect(Dictionary(uniqueKeysWithValues: named) == expected)
        #expect(found.count == expected.count)
    }
}
