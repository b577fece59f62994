import Synchronization
import TestSupport
import Testing

@testable import Screens

/// Layers follow everything that the picture of a screen does: compared with a content that draws the same itself.
@Suite struct LayerFollowTests {
    private static let place = Rectangle(x: 10, y: 6, width: 18, height: 11)
    private static let image = LayerBench.translucent(place.size, seed: 5)

    /// The picture of a screen with a layer, and of a screen whose content draws the image of the layer.
    private func pictures(
        of name: String = "Virtual-1", layerOn layered: String = "Virtual-1",
        screens: [SimulatedScreen]? = nil, _ change: (inout VideoKit.Settings) -> Void = { _ in }
    ) async throws -> (layer: Picture, drawn: Picture, alone: Picture) {
        let bench = try await LayerBench(screens: screens, change: change)
        let alone = try bench.picture(of: name)
        let layer = try bench.kit.addLayer(
            to: bench.screen(layered), LayerPlacement(Self.place), image: Self.image)
        bench.clock.advance(refreshes: 5)
        let shown = try bench.picture(of: name)
        layer.remove()
        bench.clock.advance(refreshes: 5)
        #expect(try bench.picture(of: name) == alone)
        await bench.kit.stop()

        let drawn = try await LayerBench(
            screens: screens,
            over: { view in
                if view.screen.name == layered {
                    view.draw(Self.image, at: (x: Self.place.x, y: Self.place.y))
                }
            }, change: change)
        defer { withExtendedLifetime(drawn) {} }
        drawn.clock.advance(refreshes: 5)
        let expected = try drawn.picture(of: name)
        await drawn.kit.stop()
        return (shown, expected, alone)
    }

    private func check(_ pictures: (layer: Picture, drawn: Picture, alone: Picture)) {
        #expect(pictures.layer == pictures.drawn)
        #expect(pictures.layer != pictures.alone)
    }

    @Test(arguments: Orientation.allCases, [DrawingMemory.shadow, .scanout])
    func rotation(_ orientation: Orientation, _ memory: DrawingMemory) async throws {
        check(
            try await pictures {
                $0.orientation = orientation
                $0.drawingMemory = memory
            })
    }

    @Test(arguments: [Orientation.upright, .clockwise], [OverscanCompensation.scale, .insetBounds])
    func overscan(_ orientation: Orientation, _ compensation: OverscanCompensation) async throws {
        var overscan = Overscan(top: .pixels(3), right: .pixels(4), bottom: .pixels(2), left: .pixels(5))
        overscan.compensation = compensation
        check(
            try await pictures {
                $0.orientation = orientation
                $0.overscan = overscan
            })
    }

    @Test func coloursThatTheCopyChanges() async throws {
        check(try await pictures { $0.dimming = 0.5 })
    }

    @Test(arguments: ["Virtual-1", "Virtual-2"])
    func aMirrorHasTheLayersOfItsSourceAndItsOwn(_ layered: String) async throws {
        let screens: [SimulatedScreen] = try [.make(48, 32), .make(48, 32)]
        let change: (inout VideoKit.Settings) -> Void = { $0.mirrorSource = "Virtual-1" }
        let bench = try await LayerBench(screens: screens, change: change)
        bench.clock.advance(refreshes: 5)
        let alone = try bench.picture(of: "Virtual-2")
        let layer = try bench.kit.addLayer(
            to: bench.screen(layered), LayerPlacement(Self.place), image: Self.image)
        bench.clock.advance(refreshes: 5)
        let base = LayerBench.noise(LayerBench.size, seed: 1)
        #expect(
            LayerBench.difference(
                try bench.picture(of: "Virtual-2"), from: base, [(Self.image, Self.place, 1)]) <= 1)
        #expect(try (bench.picture(of: "Virtual-1") == alone) == (layered == "Virtual-2"))
        // The layer moves on the mirror too.
        try layer.place(LayerPlacement(Self.place.offset(x: 7, y: 3)))
        bench.clock.advance(refreshes: 5)
        #expect(
            LayerBench.difference(
                try bench.picture(of: "Virtual-2"), from: base, [(Self.image, Self.place.offset(x: 7, y: 3), 1)]) <= 1)
        layer.remove()
        bench.clock.advance(refreshes: 5)
        #expect(try bench.picture(of: "Virtual-2") == alone)
        await bench.kit.stop()
    }

    @Test(arguments: ["Virtual-1", "Virtual-2"])
    func aScreenOfAWallHasLayersOfItsOwn(_ layered: String) async throws {
        let content = LayerBench.noise(Size(width: 96, height: 32), seed: 8)
        let wall = try VideoWall(rows: [["Virtual-1", "Virtual-2"]])
        let bench = try await LayerBench(
            screens: [.make(48, 32), .make(48, 32)], content: content, change: { $0.walls = [wall] })
        bench.clock.advance(refreshes: 5)
        let alone = try ["Virtual-1", "Virtual-2"].map { try bench.picture(of: $0) }
        let layer = try bench.kit.addLayer(
            to: bench.screen(layered), LayerPlacement(Self.place), image: Self.image)
        bench.clock.advance(refreshes: 5)
        let index = layered == "Virtual-1" ? 0 : 1
        #expect(
            LayerBench.difference(
                try bench.picture(of: layered), from: Image(alone[index]), [(Self.image, Self.place, 1)]) <= 1)
        #expect(try bench.picture(of: ["Virtual-2", "Virtual-1"][index]) == alone[1 - index])
        withExtendedLifetime(layer) {}
        await bench.kit.stop()
    }

    @Test func aCaptureHasTheLayer() async throws {
        let bench = try await LayerBench()
        let layer = try bench.kit.addLayer(to: bench.screen(), LayerPlacement(Self.place), image: Self.image)
        bench.clock.advance(refreshes: 5)
        let capture = try await bench.kit.capture(bench.screen())
        #expect(try capture.picture == bench.picture())
        withExtendedLifetime(layer) {}
        await bench.kit.stop()
    }

    @Test func aHotplugAndAnotherModeKeepTheLayer() async throws {
        let screen = SimulatedScreen(
            modes: [try SimulatedMode("48x32@60"), try SimulatedMode("24x16@60")], edid: .edid(edges: 0))
        let bench = try await LayerBench(screens: [screen])
        let layer = try bench.kit.addLayer(to: bench.screen(), LayerPlacement(Self.place), image: Self.image)
        bench.clock.advance(refreshes: 5)
        let shown = try bench.picture()
        for _ in 0..<3 {
            try bench.card.unplug("Virtual-1")
            bench.clock.advance(refreshes: 5)
            _ = try bench.card.plug(screen)
            bench.clock.advance(refreshes: 5)
            #expect(try bench.picture() == shown)
        }
        let id = try bench.screen()
        var settings = try #require(bench.kit.settings(of: id))
        settings.mode = .exact(try #require(ModeRequest("24x16")))
        try await bench.kit.apply(settings, to: id)
        bench.clock.advance(refreshes: 5)
        let small = try bench.picture()
        #expect(small.size == Size(width: 24, height: 16))
        // The content of the other mode is another one. The layer has its former place, and is cut off at the edge.
        let alone = LayerBench.noise(LayerBench.size, seed: 1).cropped(to: Rectangle(small.size))
        #expect(LayerBench.difference(small, from: try #require(alone), [(Self.image, Self.place, 1)]) <= 1)
        settings.mode = nil
        try await bench.kit.apply(settings, to: id)
        bench.clock.advance(refreshes: 5)
        #expect(try bench.picture() == shown)
        #expect(layer.isValid)
        await bench.kit.stop()
    }

    @Test func aLayerIsOnTheScreenThatHasItsDisplay() async throws {
        // A display with a serial number is the same one on any connector.
        var edid = [UInt8].edid(edges: 0)
        edid[12] = 7
        edid[127] &-= 7
        let sign = SimulatedScreen(modes: [try SimulatedMode("48x32@60")], edid: edid)
        let bench = try await LayerBench(screens: [sign])
        let layer = try bench.kit.addLayer(to: bench.screen(), LayerPlacement(Self.place), image: Self.image)
        #expect(bench.kit.screen(of: layer) == (try bench.screen()))
        try bench.card.unplug("Virtual-1")
        bench.clock.advance(refreshes: 5)
        #expect(bench.kit.screen(of: layer) == nil)
        _ = try bench.card.plug(.make(48, 32))
        let name = try bench.card.plug(sign)
        bench.clock.advance(refreshes: 5)
        #expect(name != "Virtual-1")
        #expect(bench.kit.screen(of: layer) == (try bench.screen(name)))
        layer.remove()
        #expect(bench.kit.screen(of: layer) == nil)
        await bench.kit.stop()
    }

    @Test func aDisplayThatStaysAwayEndsItsLayers() async throws {
        let bench = try await LayerBench(change: { $0.contentRetention = .seconds(1) })
        let layer = try bench.kit.addLayer(to: bench.screen(), LayerPlacement(Self.place), image: Self.image)
        try bench.card.unplug("Virtual-1")
        bench.clock.advance(by: .seconds(3))
        #expect(!layer.isValid)
        #expect(throws: ScreenError.self) { try layer.place(LayerPlacement(Self.place)) }
        _ = try bench.card.plug(.make(48, 32))
        bench.clock.advance(refreshes: 5)
        #expect(LayerBench.difference(try bench.picture(), from: LayerBench.noise(LayerBench.size, seed: 1), []) == 0)
        await bench.kit.stop()
    }
}
