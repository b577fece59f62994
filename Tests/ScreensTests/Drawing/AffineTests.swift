import Testing

@testable import Screens
@testable import ScreensRaster

/// Rotated, scaled and skewed pictures, compared with their definition byte for byte.
@Suite struct AffineTests {
    /// Returns the pixel of the source, with alpha; transparent outside.
    private func pixel(_ source: GuardedPixels, isOpaque: Bool, _ x: Int, _ y: Int) -> UInt32 {
        guard Rectangle(source.size).contains(x: x, y: y) else { return 0 }
        return isOpaque ? source[x, y] | 0xFF00_0000 : source[x, y]
    }

    /// Mixes each channel, rounded to the nearest.
    private func mixed(_ first: UInt32, _ second: UInt32, _ weight: Int) -> UInt32 {
        [0, 8, 16, 24].reduce(0 as UInt32) { pixel, shift in
            let sum = Int(first >> shift & 255) * (256 - weight) + Int(second >> shift & 255) * weight
            return pixel | UInt32((sum + 128) / 256) << shift
        }
    }

    /// The premultiplied pixel at a place, in 1/2³² of a pixel.
    private func sample(
        _ source: GuardedPixels, isOpaque: Bool, _ u: Int, _ v: Int, _ interpolation: Interpolation
    ) -> UInt32 {
        if interpolation == .nearest { return pixel(source, isOpaque: isOpaque, u >> 32, v >> 32) }
        // The distance from the middle of a pixel, in 1/256, rounded to the nearest.
        let half = 1 << 31
        let (x, y) = ((u - half + 1 << 23) >> 24, (v - half + 1 << 23) >> 24)
        let (column, row) = (x >> 8, y >> 8)
        func pair(_ row: Int) -> UInt32 {
            mixed(
                pixel(source, isOpaque: isOpaque, column, row), pixel(source, isOpaque: isOpaque, column + 1, row),
                x & 255)
        }
        return mixed(pair(row), pair(row + 1), y & 255)
    }

    private func randomTransform(_ round: Int) -> Transform {
        let scale = [0.3, 1, 1, 2.5, 40][round % 5]
        return Transform.translation(x: .random(in: -20...5), y: .random(in: -20...5))
            .rotated(by: .degrees(round % 7 == 0 ? Double(round / 7 * 90) : .random(in: -400...400)))
            .scaled(x: round % 3 == 0 ? -scale : scale, y: scale * .random(in: 0.5...1.5))
            .skewed(x: round % 4 == 0 ? .random(in: -2...2) : 0, y: 0)
            .translated(x: .random(in: -10...60), y: .random(in: -10...40))
    }

    @Test(arguments: Interpolation.allCases, GuardedPixels.Side.allCases)
    func eachPixelIsTheSampleAtItsPlace(interpolation: Interpolation, side: GuardedPixels.Side) throws {
        for round in 0..<400 {
            let isOpaque = round % 2 == 0
            let source = GuardedPixels(.random(in: 1...24), .random(in: 1...24), gap: 4, side: side)
            let target = GuardedPixels(.random(in: 1...70), .random(in: 1...40), gap: 8, side: side)
            target.paint()
            if isOpaque { source.paint() } else { source.paintWithAlpha() }
            let steps = try #require(AffineSteps(randomTransform(round), at: (0, 0)))
            let expected = target.expecting { x, y in
                let (u, v) = (
                    steps.u + x * steps.uRight + y * steps.uDown, steps.v + x * steps.vRight + y * steps.vDown
                )
                return BlendKernel.over(
                    target[x, y], sample(source, isOpaque: isOpaque, u, v, interpolation))
            }
            AffineKernel.draw(
                source.pixels.rows, steps, to: target.pixels.rows, isSmooth: interpolation == .bilinear,
                Composition(.over, isOpaque: isOpaque, ontoOpaque: true))
            #expect(target.bytes == expected, "\(round)")
        }
    }

    @Test func placesAreExactToASmallPartOfAPixel() throws {
        for round in 0..<300 {
            let transform = randomTransform(round)
            let origin = (x: Int.random(in: -50...3000), y: Int.random(in: -50...2000))
            let steps = try #require(AffineSteps(transform, at: origin))
            let inverse = try #require(transform.inverse)
            for (x, y) in [(0, 0), (4000, 0), (0, 2000), (4000, 2000)] {
                let exact = inverse.apply(to: (Double(origin.x + x) + 0.5, Double(origin.y + y) + 0.5))
                let (u, v) = (
                    steps.u + x * steps.uRight + y * steps.uDown, steps.v + x * steps.vRight + y * steps.vDown
                )
                #expect(abs(Double(u) / 0x1p32 - exact.x) < 1e-5 && abs(Double(v) / 0x1p32 - exact.y) < 1e-5)
            }
        }
    }

    @Test func aWholeTranslationIsAPlace() throws {
        let image = try Image(size: Size(width: 2, height: 2), straight: [0xFF11_2233, 0x8044_5566, 0, 0x10FF_FFFF])
        for (interpolation, place) in zip(
            Interpolation.allCases + Interpolation.allCases, [(1, 1), (2, 0), (-1, 3), (5, 2)])
        {
            let (one, other) = (DrawingBoard(6, 4), DrawingBoard(6, 4))
            one.draw { $0.draw(image, at: place) }
            other.draw {
                let transform = Transform.translation(x: Double(place.0), y: Double(place.1))
                $0.draw(image, transform: transform, interpolation: interpolation)
            }
            #expect(one.picture == other.picture)
        }
    }

    @Test func aQuarterIsExactAroundTheMiddle() throws {
        let image = try Image(size: Size(width: 3, height: 2), opaque: [1, 2, 3, 4, 5, 6])
        let board = DrawingBoard(4, 4)
        board.draw { $0.draw(image, center: (2, 2.5), rotation: .degrees(90), interpolation: .nearest) }
        #expect(board.picture.pixels == [0, 0, 0, 0, 0, 4, 1, 0, 0, 5, 2, 0, 0, 6, 3, 0])
    }

    @Test(arguments: [
        Transform.scale(x: 0, y: 1), .scale(x: .nan, y: 1), .scale(x: 1e-9, y: 1e-9), .scale(x: .infinity, y: 1),
        .translation(x: .nan, y: 0), .translation(x: 1e300, y: 0), .translation(x: -1e300, y: -.infinity),
        Transform(a: 1, b: 2, c: 2, d: 4, tx: 0, ty: 0), Transform(a: 0, b: 0, c: 0, d: 0, tx: 3, ty: 3),
        .scale(x: 1e-300, y: 1e300),
    ])
    func impossibleTransformsDrawNothing(_ transform: Transform) throws {
        let image = try Image(size: Size(width: 9, height: 9), opaque: Array(repeating: 0xFFFFFF, count: 81))
        for interpolation in Interpolation.allCases {
            let board = DrawingBoard(20, 20)
            board.draw { $0.draw(image, transform: transform, interpolation: interpolation) }
            #expect(board.picture.pixels.allSatisfy { $0 == 0 })
        }
    }

    @Test func onlyDrawnPixelsAreDamaged() throws {
        for round in 0..<300 {
            let board = DrawingBoard(.random(in: 1...60), .random(in: 1...40))
            let image = try Image(
                size: Size(width: .random(in: 1...20), height: .random(in: 1...20))
            ) { pixels in for index in pixels.indices { pixels[index] = 0xFFFF_FFFF } }
            let clip = WildNumbers.rectangle(around: board.canvas.size)
            let part = WildNumbers.rectangle(around: image.size)
            let damage = board.draw { view in
                view.clipped(to: clip) {
                    $0.draw(
                        image, part: round % 2 == 0 ? nil : part, transform: randomTransform(round),
                        interpolation: round % 4 < 2 ? .nearest : .bilinear)
                }
            }
            let picture = board.picture
            for y in 0..<picture.size.height {
                for x in 0..<picture.size.width where picture[x, y] != .black {
                    #expect(damage.contains { $0.contains(x: x, y: y) } && clip.holds(x, y))
                }
            }
        }
    }
}
