import Testing

@testable import Screens

@Suite struct InventoryTests {
    private func state(_ connectors: [(UInt32, ConnectionStatus, Int)]) -> CardState {
        CardState(
            connectors: connectors.map { id, status, modeCount in
                ConnectorState(
                    id: id, name: "HDMI-A-\(id)", status: status, role: .external, kind: .display, physicalSize: nil,
                    modes: (0..<modeCount).map { .make($0, 640, 480, 60) }, currentMode: nil, crtc: nil,
                    possibleCRTCs: 1, edid: [])
            }, crtcCount: 1, isFresh: true)
    }

    @Test func aConnectionHasOneIDUntilItEnds() {
        var inventory = Inventory()
        #expect(inventory.update(with: state([(1, .connected, 1)])).isEmpty)
        let first = inventory.screenID(card: "card0", connector: 1)
        #expect(inventory.update(with: state([(1, .connected, 5)])).isEmpty)
        #expect(inventory.screenID(card: "card0", connector: 1) == first)
        #expect(inventory.update(with: state([(1, .disconnected, 0)])) == [1])
        _ = inventory.update(with: state([(1, .connected, 1)]))
        #expect(inventory.screenID(card: "card0", connector: 1) != first)
    }

    @Test func aConnectorThatVanishesWithItsDockHasLeft() {
        var inventory = Inventory()
        _ = inventory.update(with: state([(1, .connected, 1), (2, .connected, 1)]))
        #expect(inventory.update(with: state([(1, .connected, 1)])) == [2])
        #expect(inventory.update(with: state([(1, .connected, 1)])).isEmpty)
    }

    @Test func anUnknownConnectorIsAScreenIfItHasModes() {
        var inventory = Inventory()
        _ = inventory.update(with: state([(1, .unknown, 1), (2, .unknown, 0)]))
        #expect(inventory.update(with: state([])) == [1])
    }
}
