import Testing

@testable import Screens

@Suite struct MirrorChainTests {
    private static func screen(_ number: ConnectorID, card: String = "/dev/dri/card0") -> Screen {
        Screen(
            id: ScreenID(card: card, connector: number, session: 1, connection: 1), name: "DP-\(number)",
            card: card, driver: "test", connector: number, status: .connected, role: .external, kind: .display,
            identity: nil, edid: [], physicalSize: nil, availableModes: [], currentMode: nil, layout: nil,
            mirrorSource: nil, dark: nil, isStale: false)
    }

    private let screens = ([1, 2, 3, 4] as [ConnectorID]).map { screen($0) }

    private func sources(_ wanted: [String: String]) -> [String: String] {
        let found = MirrorChain.sources(among: screens) { wanted[$0.name] }
        return Dictionary(
            uniqueKeysWithValues: found.map { pair in
                (
                    screens.first { $0.id == pair.key }?.name ?? "?",
                    screens.first { $0.id == pair.value }?.name ?? "?"
                )
            })
    }

    @Test(
        arguments: [
            ([:], [:]),
            (["DP-2": "DP-1", "DP-3": "DP-1"], ["DP-2": "DP-1", "DP-3": "DP-1"]),
            (["DP-2": "card0/DP-1"], ["DP-2": "DP-1"]),
            (["DP-2": "HDMI-A-1"], [:]),
            (["DP-1": "DP-1"], [:]),
            (["DP-1": "DP-2", "DP-2": "DP-1"], [:]),
            (["DP-1": "DP-2", "DP-2": "DP-3", "DP-3": "DP-1", "DP-4": "DP-1"], [:]),
            (["DP-3": "DP-2", "DP-2": "DP-1"], ["DP-3": "DP-2", "DP-2": "DP-1"]),
        ] as [([String: String], [String: String])])
    func aScreenThatWouldMirrorItselfIsNotAMirror(_ wanted: [String: String], _ expected: [String: String]) {
        #expect(sources(wanted) == expected)
    }
}
