import Glibc
import ScreensJSON
import TestSupport
import Testing

@testable import Screens
@testable import ScreensKMS

/// A dock with two displays of one model and without serial numbers, on a card whose kernel makes new connectors at
/// each plug.
@Suite struct DockTests {
    private let clock = ManualClock()
    private let paths = ["mst:103-1", "mst:103-8"]

    /// Returns a laptop with a closed panel, its own connector and the dock's connectors.
    private func laptop() throws -> SimulatedCard {
        var card = try #require(
            try JSONValue(decoding: HardwareDocuments.own("i915-laptop"))["/dev/dri/card0"]?.object)
        var connectors = try #require(card["connectors"]?.array).compactMap(\.object)
        connectors[0]["status"] = 2
        var display = connectors[1]
        connectors[1]["status"] = 2
        connectors.removeLast()
        let small = [modeDocument(96, 64), modeDocument(64, 64)]
        for (index, path) in paths.enumerated() {
            display["id"] = .int(Int64(200 + index))
            display["modes"] = .array(small)
            var properties = display["properties"]?.object ?? [:]
            properties["PATH"] = [
                "id": 5, "flags": 20, "immutable": true, "raw_value": .int(Int64(900 + index)), "data": .string(path),
            ]
            properties["EDID"] = nil
            display["properties"] = .object(properties)
            connectors.append(display)
        }
        card["connectors"] = .array(connectors.map(JSONValue.object))
        let edid = JSONValue.string(
            [UInt8].edid(edges: 0).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined())
        let document: JSONValue = [
            "/dev/dri/card0": .object(card),
            "screens": ["version": "1", "edids": ["/dev/dri/card0": ["200": edid, "201": edid]]],
        ]
        return try #require(try SimulatedCard.replaying(document.encoded, clock: clock).first)
    }

    private func modeDocument(_ width: Int64, _ height: Int64) -> JSONValue {
        ["hdisplay": .int(width), "vdisplay": .int(height), "vrefresh": 60]
    }

    /// Returns a connector as a later plug makes it.
    private func renamed(_ connector: Connector, _ id: ConnectorID, _ name: String) -> Connector {
        Connector(
            id: id, name: name, type: connector.type, connection: connector.connection,
            physicalWidth: connector.physicalWidth, physicalHeight: connector.physicalHeight, modes: connector.modes,
            crtc: nil, possibleCRTCs: connector.possibleCRTCs, properties: connector.properties, edid: connector.edid)
    }

    private func screens(_ kit: VideoKit) -> [String: Screen] {
        Dictionary(kit.screens.map { ($0.path ?? $0.name, $0) }) { first, _ in first }
    }

    @Test(arguments: [(2, true), (20, false)])
    func settingsAndContentFollowThePathOverAPlug(_ seconds: Int, _ isKept: Bool) async throws {
        let card = try laptop()
        let document = try #require(card.snapshot)
        let found = document.connectors
        let delegate = RecordingDelegate()
        let kit = try await VideoKit.started(delegate, card) { $0.contentRetention = .seconds(10) }
        #expect(Set(screens(kit).keys) == Set(paths))
        #expect(Set(kit.screens.map(\.identity)).count == 1 && kit.screens.first?.identity?.serial == nil)
        var settings = ScreenSettings()
        settings.mode = ModePolicy("64x64")
        try await kit.apply(settings, to: try #require(screens(kit)[paths[1]]).id)
        let names = screens(kit).mapValues(\.name)
        let sizes = [paths[0]: Size(width: 96, height: 64), paths[1]: Size(width: 64, height: 64)]
        #expect(screens(kit).mapValues { $0.currentMode?.size } == sizes)
        let contents = names.mapValues { name in delegate.contents.withLock { $0[name]?.last } }
        #expect(Set(contents.values).count == 2)

        card.replaceConnectors(with: Array(found.prefix(2)), blobs: document.blobs)
        try await eventually("both have gone") { kit.screens.isEmpty }
        clock.advance(by: .seconds(seconds))
        // Now the second display is found first.
        card.replaceConnectors(
            with: found.prefix(2) + [renamed(found[3], 310, "DP-8"), renamed(found[2], 311, "DP-9")],
            blobs: document.blobs)
        try await eventually("both are lit") {
            try kit.screens.count == 2 && kit.screens.allSatisfy { try card.picture(of: $0.name) != nil }
        }
        #expect(screens(kit).mapValues(\.name) == [paths[0]: "DP-9", paths[1]: "DP-8"])
        #expect(screens(kit).mapValues { $0.currentMode?.size } == sizes, "each has its own settings")
        clock.advance(refreshes: 2)
        let after = screens(kit).mapValues { screen in delegate.contents.withLock { $0[screen.name]?.last } }
        #expect((after == contents) == isKept)
        #expect(Set(after.values).isDisjoint(with: contents.values) != isKept)
        await kit.stop()
    }

    @Test func aLeaseOutlastsItsConnector() async throws {
        let card = try laptop()
        let document = try #require(card.snapshot)
        let kit = try await VideoKit.started(RecordingDelegate(), card) { $0.contentRetention = .seconds(1) }
        let screen = try #require(screens(kit)[paths[0]])
        let lease = try await kit.lease(screen.id, to: Lessee(name: "player", processID: 1))
        card.replaceConnectors(with: Array(document.connectors.prefix(2)), blobs: document.blobs)
        try await eventually("both have gone") { kit.screens.isEmpty }
        clock.advance(by: .seconds(20))
        card.replaceConnectors(
            with: document.connectors.prefix(2) + [renamed(document.connectors[3], 310, "DP-8")],
            blobs: document.blobs)
        try await eventually("the other one is lit") { kit.screens.first?.layout != nil }
        // When a screen has ended, connectors that have gone are forgotten.
        card.replaceConnectors(with: Array(document.connectors.prefix(2)), blobs: document.blobs)
        try await eventually("it has gone") { kit.screens.isEmpty }
        clock.advance(by: .seconds(20))
        close(try lease.makeDescriptor())
        await lease.end()
        await kit.stop()
    }
}
