import TestSupport
import Testing

@testable import Screens
@testable import ScreensKMS

/// The screens of machines that the library drives by default.
@Suite struct DefaultScreensTests {
    private static func snapshot() throws -> CardSnapshot {
        try #require(try CardDocument(decoding: HardwareDocuments.own("vc4-board")).cards.first).snapshot
    }

    /// Returns the board with other connectors.
    private static func card(
        _ node: String = "/dev/dri/card1", driver: String = "vc4", _ connectors: (Connector) -> [Connector]
    ) throws -> SimulatedCard {
        let board = try snapshot()
        return try SimulatedCard(
            node: node,
            snapshot: CardSnapshot(
                driver: driver, capabilities: board.capabilities, connectors: connectors(board.connectors[0]),
                crtcs: board.crtcs, planes: board.planes, blobs: board.blobs))
    }

    private static func composite(_ connector: Connector) -> Connector {
        var modes = [
            ModeTimings(width: 720, height: 576, millihertz: 25_000, flags: 1 << 4),
            ModeTimings(width: 720, height: 480, millihertz: 29_970, flags: 1 << 4),
            ModeTimings(width: 720, height: 240, millihertz: 60_000),
        ]
        modes[1].markPreferred()
        return Connector(
            id: connector.id, name: "Composite-1", type: ConnectorType(rawValue: 5), connection: .unknown,
            physicalWidth: 0, physicalHeight: 0,
            modes: modes, crtc: nil, possibleCRTCs: connector.possibleCRTCs, properties: connector.properties, edid: [])
    }

    private func start(_ cards: [SimulatedCard], _ selection: ScreenSelection = .external) async throws -> VideoKit {
        var settings = VideoKit.Settings()
        settings.cards = .simulated(cards)
        settings.selection = selection
        // The kit has no delegate, so its background is shown.
        let kit = try VideoKit(settings: settings) { $0.backgroundColor = Color(rgb: 0x112233) }
        try await kit.start()
        return kit
    }

    @Test func compositeOutputIsLitOnlyIfItIsNamedAndInItsPreferredInterlacedMode() async throws {
        let idle = try Self.card { [Self.composite($0)] }
        let kit = try await start([idle])
        #expect(kit.screens.map(\.name) == ["Composite-1"] && idle.modesets.isEmpty)
        await kit.stop()
        let card = try Self.card { [Self.composite($0)] }
        let naming = try await start([card], .named(["Composite-1"]))
        #expect(naming.screens.first?.currentMode?.description == "720x480i@59.940")
        await naming.stop()
    }

    @Test func aCardOfTheFirmwareBesideOneOfTheHardwareIsListedOnlyAmongAllConnectorsAndNotDriven() async throws {
        let firmware = try Self.card("/dev/dri/card0", driver: "simpledrm") { [$0] }
        let board = try Self.card { [$0] }
        let kit = try await start([firmware, board], .named(["card0/HDMI-A-1", "card1/HDMI-A-1"]))
        #expect(kit.screens.map(\.qualifiedName) == ["card1/HDMI-A-1"])
        #expect(kit.connectors.map(\.qualifiedName) == ["card0/HDMI-A-1", "card1/HDMI-A-1"])
        #expect(firmware.modesets.isEmpty && !board.modesets.isEmpty)
        await kit.stop()
        let alone = try await start([try Self.card("/dev/dri/card0", driver: "simpledrm") { [$0] }])
        #expect(alone.screens.map(\.dark) == [nil])
        await alone.stop()
    }
}
