import ScreensJSON
import ScreensVarlink
import TestSupport
import Testing

@testable import Screens
@testable import ScreensDaemon

/// Displays with the same identity, for example because an adapter copies it.
@Suite struct TwinTests {
    private let folder = TemporaryFolder()

    private static func screen() throws -> SimulatedScreen {
        SimulatedScreen(
            modes: [try SimulatedMode(width: 64, height: 48, millihertz: 60_000)], edid: DisplayBytes.edid(serial: 7))
    }

    private static let file = """
        [default]
        content = { color = '#112233' }
        [[screen]]
        match = { connector = "one/Virtual-1" }
        rotate = 90
        """

    @Test func twinsOnOneCardEachHaveTheirSettings() async throws {
        let card = try SimulatedCard(name: "one", screens: [Self.screen(), Self.screen()])
        try await Daemon.run(on: .simulated(card), reading: Self.file, in: folder) { daemon in
            try await eventually("each twin has its settings") {
                await daemon.screens.compactMap { $0.layout?.orientation } == [.clockwise, .upright]
            }
            // A call that changes something is answered after its change is complete.
            let parameters: [String: JSONValue] = ["screen": "Virtual-2", "settings": ["rotate": 180]]
            _ = try await daemon.result(of: Call("screens.Manager.Set", parameters))
            #expect(await daemon.screens.compactMap { $0.layout?.orientation } == [.clockwise, .upsideDown])
        }
    }

    @Test func aKitThatIsStartedAgainKnowsItsDisplays() async throws {
        let card = try SimulatedCard(name: "one", screens: [Self.screen()])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        let kit = VideoKit(observing: settings)
        for _ in 0..<2 {
            try await kit.start()
            #expect(kit.screens.map(\.isTwin) == [false])
            await kit.stop()
        }
    }

    @Test func twinsOnTwoCardsEachHaveTheirSettings() async throws {
        let cards = try ["one", "two"].map { try SimulatedCard(name: $0, screens: [Self.screen()]) }
        try await Daemon.run(on: .simulated(cards[0], cards[1]), reading: Self.file, in: folder) { daemon in
            try await eventually("each twin has its settings") {
                await daemon.screens.compactMap { $0.layout?.orientation } == [.clockwise, .upright]
            }
            let parameters: [String: JSONValue] = ["screen": "two/Virtual-1", "settings": ["rotate": 180]]
            _ = try await daemon.result(of: Call("screens.Manager.Set", parameters))
            #expect(await daemon.screens.compactMap { $0.layout?.orientation } == [.clockwise, .upsideDown])
        }
    }
}
