import Testing

@testable import Screens

/// Layers that show the frames of a film.
@Suite struct FilmLayerTests {
    private static let place = Rectangle(x: 8, y: 8, width: 16, height: 8)

    @Test(arguments: [false, true])
    func framesWithAlphaAreBlendedUnlessTheLayerIsOpaque(_ isOpaque: Bool) async throws {
        let bench = try await LayerBench()
        let image = LayerBench.translucent(Self.place.size, seed: 4)
        let film = try Presenter(VideoFormat(size: Self.place.size, pixels: .argb8888))
        let layer = try bench.kit.addLayer(to: bench.screen(), LayerPlacement(Self.place), isOpaque: isOpaque) {
            film.draw(on: &$0)
        }
        film.setWaker { [weak layer] in layer?.setNeedsDisplay() }
        let isGiven = film.enqueue { frame in
            for (index, pixel) in image.premultipliedPixels.enumerated() {
                frame.storeBytes(of: pixel, toByteOffset: 4 * index, as: UInt32.self)
            }
        }
        #expect(isGiven)
        bench.clock.advance(refreshes: 3)
        let picture = try bench.picture()
        if isOpaque {
            for (index, pixel) in image.premultipliedPixels.enumerated() {
                let (x, y) = (Self.place.x + index % Self.place.width, Self.place.y + index / Self.place.width)
                #expect(picture[x, y].rgb == pixel & 0xFF_FFFF)
            }
        } else {
            let base = LayerBench.noise(LayerBench.size, seed: 1)
            #expect(LayerBench.difference(picture, from: base, [(image, Self.place, 1)]) <= 1)
        }
        await bench.kit.stop()
    }

    @Test func framesWithAlphaOfAnotherSizeAreScaledAndTransparentBeside() async throws {
        let bench = try await LayerBench()
        let before = try bench.picture()
        let film = try Presenter(VideoFormat(size: Size(width: 2, height: 2), pixels: .argb8888))
        let layer = try bench.kit.addLayer(to: bench.screen(), LayerPlacement(Self.place)) { film.draw(on: &$0) }
        film.setWaker { [weak layer] in layer?.setNeedsDisplay() }
        for pixel in [0xFF00_FF00, 0xFFFF_0000] as [UInt32] {
            let isGiven = film.enqueue { frame in
                for index in 0..<4 { frame.storeBytes(of: pixel, toByteOffset: 4 * index, as: UInt32.self) }
            }
            #expect(isGiven)
            bench.clock.advance(refreshes: 3)
            let picture = try bench.picture()
            // The square frame is in the middle of the layer.
            #expect(picture[16, 12].rgb == pixel & 0xFF_FFFF)
            #expect(picture[9, 12] == before[9, 12] && picture[22, 12] == before[22, 12])
        }
        await bench.kit.stop()
    }

    @Test func anOpaqueLayerIsNotShownUntilItsFunctionHasDrawn() async throws {
        let bench = try await LayerBench()
        let before = try bench.picture()
        let layer = try bench.kit.addLayer(to: bench.screen(), LayerPlacement(Self.place), isOpaque: true) { view in
            if view.timing.number > 0 {
                view.fill(Rectangle(x: 0, y: 0, width: 2, height: 2), with: .red)
            }
            view.nextUpdate = .whenNeeded
        }
        bench.clock.advance(refreshes: 3)
        #expect(try bench.picture() == before)
        layer.setNeedsDisplay()
        bench.clock.advance(refreshes: 3)
        let picture = try bench.picture()
        #expect(picture[8, 8] == .red && picture[12, 12] == .black)
        await bench.kit.stop()
    }
}
