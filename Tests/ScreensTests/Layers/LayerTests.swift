import Synchronization
import Testing

@testable import Screens

/// The pictures of layers on a simulated screen.
@Suite struct LayerTests {
    private static let size = LayerBench.size
    private static let base = LayerBench.noise(size, seed: 1)

    @Test(arguments: [1, 0.5, 0.2, 0] as [Double])
    func layersAreBlendedInTheirOrderAsInFloatingPoint(_ opacity: Double) async throws {
        let bench = try await LayerBench()
        let screen = try bench.screen()
        let places = [
            Rectangle(x: 4, y: 3, width: 30, height: 20), Rectangle(x: 20, y: 10, width: 40, height: 30),
            Rectangle(x: -5, y: -5, width: 20, height: 20),
        ]
        let images = places.indices.map { LayerBench.translucent(places[$0].size, seed: UInt64($0) + 10) }
        // The second layer is made first, and is above the first one by its order.
        let upper = try bench.kit.addLayer(
            to: screen, LayerPlacement(places[1], order: 1, opacity: opacity), image: images[1])
        let lower = try bench.kit.addLayer(to: screen, LayerPlacement(places[0]), image: images[0])
        let third = try bench.kit.addLayer(to: screen, LayerPlacement(places[2], order: -7), image: images[2])
        bench.clock.advance(refreshes: 3)
        let steps = (opacity * 255).rounded() / 255
        let stack = [(images[2], places[2], 1.0), (images[0], places[0], 1), (images[1], places[1], steps)]
        #expect(LayerBench.difference(try bench.picture(), from: Self.base, stack) <= 1)

        // Another order is another picture.
        try third.place(LayerPlacement(places[2], order: 9))
        bench.clock.advance(refreshes: 3)
        let other = [stack[1], stack[2], stack[0]]
        #expect(LayerBench.difference(try bench.picture(), from: Self.base, other) <= 1)
        #expect(bench.calls.count == 1, "the content is drawn once")
        withExtendedLifetime((upper, lower, third)) {}
        await bench.kit.stop()
    }

    @Test(arguments: [DrawingMemory.shadow, .scanout, .automatic])
    func thePictureBelowIsBackWithoutBeingDrawnAgain(_ memory: DrawingMemory) async throws {
        let bench = try await LayerBench(change: { $0.drawingMemory = memory })
        let alone = try bench.picture()
        var layer: ScreenLayer? = try bench.kit.addLayer(
            to: bench.screen(), LayerPlacement(Rectangle(x: 8, y: 8, width: 16, height: 8)),
            image: LayerBench.translucent(Size(width: 16, height: 8), seed: 3))
        bench.clock.advance(refreshes: 3)
        #expect(try bench.picture() != alone)
        // It leaves no trace at its former places.
        for x in stride(from: -10, to: 60, by: 7) where x + 16 > 0 && x < 48 {
            try layer?.place(LayerPlacement(Rectangle(x: x, y: 20, width: 16, height: 8)))
            bench.clock.advance(refreshes: 3)
            let shown = try bench.picture()
            for index in shown.pixels.indices {
                let place = (x: index % 48, y: index / 48)
                guard !Rectangle(x: x, y: 20, width: 16, height: 8).contains(x: place.x, y: place.y) else { continue }
                #expect(shown.pixels[index] == alone.pixels[index])
            }
        }
        layer = nil
        bench.clock.advance(refreshes: 3)
        #expect(try bench.picture() == alone)
        #expect(bench.calls.count == 1)
        #expect(layer == nil)
        await bench.kit.stop()
    }

    @Test func anUnchangedLayerCostsNoFlip() async throws {
        let bench = try await LayerBench()
        let screen = try bench.screen()
        let layer = try bench.kit.addLayer(
            to: screen, LayerPlacement(Rectangle(x: 8, y: 8, width: 16, height: 8)),
            image: LayerBench.translucent(Size(width: 16, height: 8), seed: 3))
        let busy = try bench.kit.makeDisplayLink(for: screen) { _ in }
        bench.clock.advance(refreshes: 5)
        let before = bench.kit.presented("Virtual-1")
        bench.clock.advance(refreshes: 20)
        #expect(busy.frameNumber > 15)
        #expect(bench.kit.presented("Virtual-1") == before)
        withExtendedLifetime(layer) {}
        await bench.kit.stop()
    }

    /// A content that blends onto its own picture, and draws only a part.
    @Test func theContentFindsItsOwnPixelsBelowALayer() async throws {
        let half = Color(argb: 0x80FF_FFFF)
        let part = Rectangle(x: 10, y: 4, width: 20, height: 20)
        let bench = try await LayerBench()
        let screen = try bench.screen()
        let image = LayerBench.translucent(Size(width: 16, height: 8), seed: 3)
        let place = Rectangle(x: 8, y: 8, width: 16, height: 8)
        let layer = try bench.kit.addLayer(to: screen, LayerPlacement(place), image: image)
        let drawn = try bench.kit.makeDisplayLink(for: screen) { view in
            view.fill(part, with: half)
            view.nextUpdate = .whenNeeded
        }
        bench.clock.advance(refreshes: 3)
        drawn.setNeedsDisplay()
        bench.clock.advance(refreshes: 3)
        var expected = try Canvas(Self.size, isOpaque: true)
        expected.draw(Self.base, at: (x: 0, y: 0))
        for _ in 0..<2 { expected.fill(part, with: half) }
        #expect(LayerBench.difference(try bench.picture(), from: expected.makeImage(), [(image, place, 1)]) <= 1)
        withExtendedLifetime(layer) {}
        await bench.kit.stop()
    }

    @Test func aFunctionDrawsOnPixelsWithAlphaThatItKeeps() async throws {
        let bench = try await LayerBench()
        let place = Rectangle(x: 8, y: 8, width: 16, height: 8)
        let dot = Rectangle(x: 2, y: 2, width: 3, height: 3)
        let layer = try bench.kit.addLayer(to: bench.screen(), LayerPlacement(place)) { view in
            // The dots of the former calls stay. Nothing is drawn outside the layer.
            view.fill(dot.offset(x: 4 * Int(view.timing.number), y: 0), with: .red)
            view.fill(Rectangle(x: view.bounds.width, y: 0, width: 9, height: 9), with: .green)
            view.nextUpdate = .whenNeeded
        }
        bench.clock.advance(refreshes: 3)
        layer.setNeedsDisplay()
        bench.clock.advance(refreshes: 3)
        var expected = try Canvas(Self.size, isOpaque: true)
        expected.draw(Self.base, at: (x: 0, y: 0))
        for x in [10, 14] { expected.fill(Rectangle(x: x, y: 10, width: 3, height: 3), with: .red) }
        #expect(Image(try bench.picture()).premultipliedPixels == expected.makeImage().premultipliedPixels)
        // Another size is another picture, and the function is called for it.
        try layer.place(LayerPlacement(Rectangle(x: 8, y: 8, width: 20, height: 8)))
        #expect(layer.placement.rectangle.width == 20)
        bench.clock.advance(refreshes: 3)
        let other = try bench.picture()
        #expect([10, 14].allSatisfy { other[$0, 10] != .red } && other[18, 10] == .red)
        layer.remove()
        #expect(!layer.isValid)
        layer.remove()
        #expect(throws: ScreenError.self) { try layer.show(Self.base) }
        bench.clock.advance(refreshes: 3)
        #expect(try bench.picture() == Picture(Self.base))
        await bench.kit.stop()
    }

    @Test(arguments: [ScrollingStrip.Axis.horizontal, .vertical], [240.0, -240, 20, 600])
    func eachStepOfAStripIsAsWideAsTheOneBefore(_ axis: ScrollingStrip.Axis, _ speed: Double) async throws {
        let bench = try await LayerBench()
        let isHorizontal = axis == .horizontal
        // The blue channel of the strip has the place of each pixel. The strip has three parts.
        let lengths = [40, 23, 37]
        var images: [Image] = []
        var start = 0
        for length in lengths {
            let size = isHorizontal ? Size(width: length, height: 5) : Size(width: 5, height: length)
            let first = start
            images.append(
                try Image(
                    size: size,
                    opaque: (0..<length * 5).map { UInt32(first + (isHorizontal ? $0 % length : $0 / 5)) }))
            start += length
        }
        let place =
            isHorizontal
            ? Rectangle(x: 3, y: 20, width: 40, height: 5) : Rectangle(x: 20, y: 1, width: 5, height: 30)
        let layer = try bench.kit.addLayer(
            to: bench.screen(), LayerPlacement(place), strip: ScrollingStrip(images, axis: axis, speed: speed))
        bench.clock.advance(refreshes: 3)
        var places: [Int] = []
        for _ in 0..<120 {
            bench.clock.advance(refreshes: 1)
            let picture = try bench.picture()
            let shown = (0..<(isHorizontal ? 40 : 30)).map { index in
                Int(isHorizontal ? picture[3 + index, 22].rgb : picture[22, 1 + index].rgb)
            }
            for (one, next) in zip(shown, shown.dropFirst()) { #expect(next == (one + 1) % 100) }
            places.append(shown[0])
        }
        let steps = zip(places, places.dropFirst()).map { ($1 - $0 + 100) % 100 }
        switch speed {
        case 240: #expect(steps.allSatisfy { $0 == 4 })
        case -240: #expect(steps.allSatisfy { $0 == 96 })
        case 600: #expect(steps.allSatisfy { $0 == 10 })
        default:
            let moved = steps.indices.filter { steps[$0] != 0 }
            #expect(steps.allSatisfy { $0 == 0 || $0 == 1 } && moved.count >= 38)
            #expect(zip(moved, moved.dropFirst()).allSatisfy { $1 - $0 == 3 })
        }
        #expect(bench.kit.statistics().first?.missed == 0)
        #expect(bench.calls.count == 1)
        withExtendedLifetime(layer) {}
        await bench.kit.stop()
    }

    @Test func anotherStripAndAnotherPlaceAreShownTogether() async throws {
        let bench = try await LayerBench()
        func strip(_ width: Int, _ color: UInt32) throws -> ScrollingStrip {
            let size = Size(width: width, height: 8)
            return try ScrollingStrip(
                [Image(size: size, opaque: Array(repeating: color, count: width * 8))], speed: 60)
        }
        let (small, large) = (Rectangle(x: 0, y: 0, width: 8, height: 8), Rectangle(x: 4, y: 9, width: 30, height: 8))
        let layer = try bench.kit.addLayer(
            to: bench.screen(), LayerPlacement(small), strip: strip(8, 0xFF_0000))
        bench.clock.advance(refreshes: 3)
        for (place, width, color) in [(large, 30, UInt32(0x00_FF00)), (small, 8, 0x00_00FF)] {
            try layer.show(strip(width, color), at: LayerPlacement(place))
            bench.clock.advance(refreshes: 3)
            #expect(layer.placement.rectangle == place)
            #expect(try bench.picture()[place.maxX - 1, place.maxY - 1].rgb == color)
        }
        await bench.kit.stop()
    }

    /// The size of the picture is not known, and no number of a rectangle may overflow when the screen is lit.
    @Test func farLayersOfADarkScreenAreRefused() async throws {
        let bench = try await LayerBench()
        let screen = try bench.screen()
        var settings = try #require(bench.kit.settings(of: screen))
        settings.isOn = false
        try await bench.kit.apply(settings, to: screen)
        let image = LayerBench.noise(Size(width: 8, height: 8), seed: 2)
        let place = Rectangle(x: Image.longestSide, y: -Image.longestSide, width: 8, height: 8)
        let layer = try bench.kit.addLayer(to: screen, LayerPlacement(place), image: image)
        for (x, y) in [(Int.max / 2, 0), (0, .min), (.max, .max), (Image.longestSide + 1, 0)] {
            let far = LayerPlacement(Rectangle(x: x, y: y, width: 8, height: 8))
            #expect(throws: ScreenError.self) { try bench.kit.addLayer(to: screen, far, image: image) }
            #expect(throws: ScreenError.self) { try layer.place(far) }
        }
        try layer.place(LayerPlacement(Rectangle(x: 0, y: 0, width: 8, height: 8)))
        settings.isOn = true
        try await bench.kit.apply(settings, to: screen)
        bench.clock.advance(refreshes: 5)
        #expect(try bench.picture()[0, 0].rgb == image.premultipliedPixels[0] & 0xFF_FFFF)
        await bench.kit.stop()
    }

    @Test func impossibleLayersAreRefusedAndOthersStay() async throws {
        let bench = try await LayerBench()
        let screen = try bench.screen()
        let image = LayerBench.noise(Size(width: 8, height: 8), seed: 2)
        let kept = try bench.kit.addLayer(
            to: screen, LayerPlacement(Rectangle(x: 0, y: 0, width: 8, height: 8)), image: image)
        bench.clock.advance(refreshes: 3)
        let picture = try bench.picture()
        let short = try ScrollingStrip([image], speed: 60)
        #expect(throws: ScreenError.self) { try kept.show(short, at: LayerPlacement(Rectangle(Self.size))) }
        let rectangles = [
            Rectangle(x: 0, y: 0, width: 0, height: 8), Rectangle(x: 0, y: 0, width: 8, height: -1),
            Rectangle(x: 48, y: 0, width: 8, height: 8), Rectangle(x: 0, y: -8, width: 8, height: 8),
            Rectangle(x: .max, y: .max, width: .max, height: .max),
            Rectangle(x: 0, y: 0, width: Image.longestSide + 1, height: 1),
        ]
        for rectangle in rectangles {
            let placement = LayerPlacement(rectangle)
            #expect(throws: ScreenError.self) { try bench.kit.addLayer(to: screen, placement, image: image) }
            #expect(throws: ScreenError.self) { try kept.place(placement) }
            #expect(throws: ScreenError.self) { try kept.show(short, at: placement) }
        }
        let whole = Rectangle(Self.size)
        for opacity in [-0.1, 1.1, .nan, .infinity] {
            let placement = LayerPlacement(whole, opacity: opacity)
            #expect(throws: ScreenError.self) { try bench.kit.addLayer(to: screen, placement, image: image) }
        }
        let tile = LayerBench.noise(Size(width: Image.longestSide, height: 1), seed: 2)
        #expect(throws: ScreenError.self) {
            try ScrollingStrip(Array(repeating: tile, count: 1 + 1_000_000 / Image.longestSide), speed: 60)
        }
        #expect(throws: ScreenError.self) { try ScrollingStrip([], speed: 60) }
        #expect(throws: ScreenError.self) { try ScrollingStrip(Array(repeating: image, count: 65), speed: 60) }
        #expect(throws: ScreenError.self) { try ScrollingStrip([image], speed: .nan) }
        #expect(throws: ScreenError.self) {
            try bench.kit.addLayer(to: screen, LayerPlacement(whole), strip: short)
        }
        let gone = ScreenID(card: "card9", connector: ConnectorID(rawValue: 1), session: 0, connection: 0)
        #expect(throws: ScreenError.self) { try bench.kit.addLayer(to: gone, LayerPlacement(whole), image: image) }
        bench.clock.advance(refreshes: 3)
        #expect(try bench.picture() == picture)
        await bench.kit.stop()
        #expect(!kept.isValid)
        #expect(throws: ScreenError.self) { try kept.show(image) }
    }
}
