import Testing

@testable import Screens
@testable import ScreensRaster

@Suite struct BlitTests {
    private static let sizes = [(1, 1), (7, 5), (8, 3), (33, 17), (64, 9)]

    /// Returns one channel of a blend, by the definition.
    private func blended(_ target: UInt32, _ source: UInt32) -> UInt32 {
        let alpha = source >> 24
        return (0..<3).reduce(0) { pixel, index in
            let shift = 8 * UInt32(index)
            let product = Double((target >> shift & 255) * (255 - alpha)) / 255
            return pixel | ((source >> shift & 255) + UInt32(product.rounded())) << shift
        }
    }

    @Test(arguments: sizes, GuardedPixels.Side.allCases)
    func aFillWritesNoByteOutside(size: (Int, Int), side: GuardedPixels.Side) {
        for gap in [0, 12] {
            for _ in 0..<40 {
                let target = GuardedPixels(size.0, size.1, gap: gap, side: side)
                let rectangle = WildNumbers.rectangle(around: target.size)
                let expected = target.expecting { rectangle.holds($0, $1) ? 0x12_3456 : nil }
                target.pixels.fill(rectangle, with: 0x12_3456)
                #expect(target.bytes == expected, "\(rectangle)")
            }
        }
    }

    @Test(arguments: sizes, GuardedPixels.Side.allCases)
    func aPictureIsDrawnInItsPlaceAndNowhereElse(size: (Int, Int), side: GuardedPixels.Side) {
        for composition in [Composition.copy, .over] {
            for _ in 0..<60 {
                let target = GuardedPixels(size.0, size.1, gap: 8, side: side)
                let source = GuardedPixels(.random(in: 1...40), .random(in: 1...20), gap: 4, side: side)
                target.paint()
                source.paintWithAlpha()
                let part = WildNumbers.rectangle(around: source.size)
                let place = (x: WildNumbers.place(-40...64), y: WildNumbers.place(-20...20))
                let clip = WildNumbers.rectangle(around: target.size)
                var written = 0
                let expected = target.expecting { x, y in
                    let from = (
                        x: Int128(x) - Int128(place.x) + Int128(part.x), y: Int128(y) - Int128(place.y) + Int128(part.y)
                    )
                    guard clip.holds(x, y), let left = Int(exactly: from.x), let top = Int(exactly: from.y),
                        part.holds(left, top), Rectangle(source.size).holds(left, top)
                    else { return nil }
                    written += 1
                    let pixel = source[left, top]
                    return composition == .copy ? pixel : blended(target[x, y], pixel)
                }
                let drawn = target.pixels.draw(source.pixels, part: part, at: place, clip: clip, composition)
                #expect(target.bytes == expected)
                #expect(drawn?.area ?? 0 == written)
            }
        }
    }

    @Test func blendingIsExactForEveryAlphaAndEveryColour() {
        let target = GuardedPixels(256, 1)
        let source = GuardedPixels(256, 1)
        for alpha in UInt32(0)...255 {
            for x in 0..<256 {
                target[x, 0] = UInt32(x) * 0x01_0101
                source[x, 0] = alpha << 24 | alpha << 16 | (UInt32(x) * alpha / 255) << 8
            }
            // A row is checked by its first pixel: the second row begins in between.
            let expected = target.expecting { x, y in blended(target[x, y], source[x, y]) }
            BlendKernel.over(target.pixels.row(0), source.pixels.row(0), count: 253)
            BlendKernel.over(target.pixels.row(0) + 253, source.pixels.row(0) + 253, count: 3)
            #expect(target.bytes == expected, "alpha \(alpha)")
        }
    }

    @Test func dimmingIsExactForEveryLevelAndEveryColour() {
        let source = GuardedPixels(260, 1)
        let target = GuardedPixels(260, 1)
        for x in 0..<260 { source[x, 0] = UInt32(x & 255) << 16 | UInt32(255 - x & 255) << 8 | UInt32(x & 255) }
        for level in UInt8(0)...255 {
            DimKernel.row(target.pixels.row(0), source.pixels.row(0), count: 259, level: level)
            let wrong = (0..<259).filter { x in
                target[x, 0]
                    != (0..<3).reduce(UInt32(0)) { pixel, index in
                        let channel = Double(source[x, 0] >> (8 * UInt32(index)) & 255)
                        return pixel | UInt32((channel * Double(level) / 255).rounded()) << (8 * UInt32(index))
                    }
            }
            #expect(wrong.isEmpty, "level \(level)")
        }
    }

    @Test(arguments: [
        ColorAdjustment(gamma: 2), ColorAdjustment(gamma: 0.5, dimming: 0.3), ColorAdjustment(temperature: 2700),
        ColorAdjustment(gamma: 10, temperature: 10_000), ColorAdjustment(temperature: 1000, dimming: 1),
    ])
    func aTableOfTheCopyIsTheRampRoundedToTheNearest(_ adjustment: ColorAdjustment) {
        let row = GuardedPixels(260, 1)
        // The highest byte means nothing in XRGB8888, and is 0 afterwards.
        let source = (0..<260 as Range<UInt32>).map { x in
            0xAB00_0000 | (x & 255) << 16 | (255 - x & 255) << 8 | x & 255
        }
        for x in 0..<260 { row[x, 0] = source[x] }
        adjustment.ofCopy.withRowColors { $0.change(row.pixels.row(0), count: 259) }
        let ramp = ColorRamp(adjustment)
        func expected(_ pixel: UInt32) -> UInt32 {
            let red = (ramp[Double(pixel >> 16 & 255) / 255].red * 255).rounded()
            let green = (ramp[Double(pixel >> 8 & 255) / 255].green * 255).rounded()
            let blue = (ramp[Double(pixel & 255) / 255].blue * 255).rounded()
            return UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
        }
        #expect((0..<259).allSatisfy { row[$0, 0] == expected(source[$0]) })
        #expect(row[259, 0] == source[259], "beyond the row")
    }
}
