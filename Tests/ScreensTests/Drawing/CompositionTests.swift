import Testing

@testable import Screens
@testable import ScreensRaster

/// Blending, compared with its definition byte for byte.
@Suite struct CompositionTests {
    struct Case: CustomTestStringConvertible {
        let mode: Composition.Mode
        let isOpaque: Bool
        let ontoOpaque: Bool
        let factors: UInt32

        var testDescription: String {
            "\(mode), \(isOpaque ? "opaque" : "alpha") on \(ontoOpaque ? "opaque" : "alpha"), "
                + String(factors, radix: 16)
        }

        var composition: Composition {
            Composition(mode, factors: factors, isOpaque: isOpaque, ontoOpaque: ontoOpaque)
        }

        /// Returns a pixel by the definition: each sum of products is divided by 255 and rounded to the nearest.
        func combined(_ target: UInt32, _ source: UInt32) -> UInt32 {
            func part(_ number: UInt32) -> UInt32 { (2 * number + 255) / 510 }
            func channels(_ pixel: UInt32) -> [UInt32] { [0, 8, 16, 24].map { pixel >> $0 & 255 } }
            let own = zip(channels(isOpaque ? source | 0xFF00_0000 : source), channels(factors)).map { part($0 * $1) }
            let below = channels(ontoOpaque ? target | 0xFF00_0000 : target)
            let result = zip(own, below).map { s, d in
                switch mode {
                case .copy: s
                case .over: s + part(d * (255 - own[3]))
                case .add: min(s + d, 255)
                case .multiply: part(s * d + s * (255 - below[3]) + d * (255 - own[3]))
                case .screen: s + d - part(s * d)
                }
            }
            let pixel = zip(result, [0, 8, 16, 24] as [UInt32]).reduce(0) { $0 | $1.0 << $1.1 }
            return ontoOpaque ? pixel & 0xFF_FFFF : pixel
        }
    }

    static let cases: [Case] = [.copy, .over, .add, .multiply, .screen].flatMap { mode in
        [false, true].flatMap { isOpaque in
            [false, true].flatMap { ontoOpaque in
                [0xFFFF_FFFF, 0x8080_8080, 0xFF10_C0FF, 0x4000_2040].map {
                    Case(mode: mode, isOpaque: isOpaque, ontoOpaque: ontoOpaque, factors: $0)
                }
            }
        }
    }

    private func paint(_ pixels: GuardedPixels, isOpaque: Bool) {
        if isOpaque { pixels.paint() } else { pixels.paintWithAlpha() }
    }

    @Test(arguments: cases)
    func eachModeIsItsFormulaByteForByte(_ the: Case) {
        for (width, height) in [(1, 1), (7, 5), (8, 3), (33, 17), (64, 9)] {
            let target = GuardedPixels(width, height, gap: 8)
            let source = GuardedPixels(width, height, gap: 4)
            paint(target, isOpaque: the.ontoOpaque)
            paint(source, isOpaque: the.isOpaque)
            let all = Rectangle(target.size)
            let expected = target.expecting { the.combined(target[$0, $1], source[$0, $1]) }
            target.pixels.draw(source.pixels, part: all, at: (0, 0), clip: all, the.composition)
            #expect(target.bytes == expected)
        }
    }

    @Test(arguments: cases)
    func aScaledPictureIsCombinedInTheSameWay(_ the: Case) {
        for interpolation in Interpolation.allCases {
            let target = GuardedPixels(37, 11)
            let source = GuardedPixels(11, 5)
            paint(target, isOpaque: the.ontoOpaque)
            paint(source, isOpaque: the.isOpaque)
            let all = Rectangle(target.size)
            // The scaled picture alone; an opaque one has no alpha.
            let scaled = GuardedPixels(37, 11)
            scaled.pixels.draw(
                source.pixels, part: Rectangle(source.size), filling: all, clip: all, interpolation, .copy)
            let expected = target.expecting { the.combined(target[$0, $1], scaled[$0, $1]) }
            target.pixels.draw(
                source.pixels, part: Rectangle(source.size), filling: all, clip: all, interpolation, the.composition)
            #expect(target.bytes == expected)
        }
    }

    @Test(arguments: cases.filter { !$0.isOpaque && $0.factors == .max })
    func aColourIsCombinedInTheSameWay(_ the: Case) {
        for color in [0xFF12_3456, 0x8040_8010, 0x0000_0000, 0x0101_0001] as [UInt32] {
            let target = GuardedPixels(29, 3, gap: 12)
            paint(target, isOpaque: the.ontoOpaque)
            let expected = target.expecting { the.combined(target[$0, $1], color) }
            PutKernel.fill(target.pixels.rows, with: color, the.composition)
            #expect(target.bytes == expected)
        }
    }
}
