import EDID
import Testing

@testable import Screens

@Suite struct InventoryTests {
    private func state(_ connectors: [(UInt32, ConnectionStatus, Int)]) -> CardState {
        CardState(
            connectors: connectors.map { id, status, modeCount in
                ConnectorState(
                    id: id, name: "HDMI-A-\(id)", status: status, role: .external, kind: .display, physicalSize: nil,
                    modes: (0..<modeCount).map { .make($0, 640, 480, 60) }, currentMode: nil, crtc: nil,
                    possibleCRTCs: 1, edid: [], isLinkBad: false, identity: nil)
            }, crtcCount: 1, isFresh: true)
    }

    @Test func aConnectionHasOneIDUntilItEnds() {
        var inventory = Inventory(session: 1)
        #expect(inventory.update(with: state([(1, .connected, 1)])).isEmpty)
        let first = inventory.screenID(card: "card0", connector: 1)
        #expect(inventory.update(with: state([(1, .connected, 5)])).isEmpty)
        #expect(inventory.screenID(card: "card0", connector: 1) == first)
        #expect(inventory.update(with: state([(1, .disconnected, 0)])) == [1])
        _ = inventory.update(with: state([(1, .connected, 1)]))
        #expect(inventory.screenID(card: "card0", connector: 1) != first)
    }

    @Test func aConnectorThatVanishesWithItsDockHasLeft() {
        var inventory = Inventory(session: 1)
        _ = inventory.update(with: state([(1, .connected, 1), (2, .connected, 1)]))
        #expect(inventory.update(with: state([(1, .connected, 1)])) == [2])
        #expect(inventory.update(with: state([(1, .connected, 1)])).isEmpty)
    }

    private func state(identity: ScreenIdentity?) -> CardState {
        CardState(
            connectors: [
                ConnectorState(
                    id: 1, name: "HDMI-A-1", status: .connected, role: .external, kind: .display, physicalSize: nil,
                    modes: [.make(0, 640, 480, 60)], currentMode: nil, crtc: nil, possibleCRTCs: 1, edid: [],
                    isLinkBad: false,
                    identity: identity)
            ], crtcCount: 1, isFresh: true)
    }

    private static func identity(_ serial: String?) -> ScreenIdentity {
        ScreenIdentity(DisplayIdentity(make: "ABC", productCode: 1, model: "Sign", serial: serial), vendor: nil)
    }

    @Test(
        arguments: [
            (nil, nil, false), (nil, identity("1"), false), (identity("1"), nil, false),
            (identity("1"), identity("1"), false), (identity(nil), identity(nil), false),
            (identity("1"), identity("2"), true), (identity(nil), identity("1"), true),
        ] as [(ScreenIdentity?, ScreenIdentity?, Bool)])
    func anotherIdentityIsAnotherDisplay(_ old: ScreenIdentity?, _ new: ScreenIdentity?, _ isAnother: Bool) {
        var inventory = Inventory(session: 1)
        _ = inventory.update(with: state(identity: old))
        let before = inventory.screenID(card: "card0", connector: 1)
        #expect(inventory.update(with: state(identity: new)) == (isAnother ? [1] : []))
        #expect((inventory.screenID(card: "card0", connector: 1) != before) == isAnother)
    }

    @Test func anIdentityIsRememberedWhileTheDisplayIsSilent() {
        var inventory = Inventory(session: 1)
        for identity in [Self.identity("1"), nil] { _ = inventory.update(with: state(identity: identity)) }
        #expect(inventory.update(with: state(identity: Self.identity("2"))) == [1])
    }

    @Test func anUnknownConnectorIsAScreenIfItHasModes() {
        var inventory = Inventory(session: 1)
        _ = inventory.update(with: state([(1, .unknown, 1), (2, .unknown, 0)]))
        #expect(inventory.update(with: state([])) == [1])
    }
}
