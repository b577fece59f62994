import CScreensVectors

/// A conversion of lines of luma and chroma to XRGB8888, each channel rounded to the nearest value and limited to
/// 0...255.
///
/// Codes are in sixteenths, as ``ChromaFilter`` makes them: nothing is rounded before the result. Luma and chroma are
/// multiplied and added as pairs of words: a third of the instructions for products of 32 bits.
struct YUVKernel {
    /// The number of pixels in a part of a line: an even number of blocks.
    static let length = 1024
    /// The fractional bits of a code in sixteenths.
    private static let places: Int16 = 4

    private let black: Words
    private let middle: Words
    private let luma: Words
    private let red: Words
    private let green: Words
    private let blue: Words
    private let shift: Int32

    init(_ coefficients: YUVCoefficients) {
        func pairs(_ first: Int16, _ second: Int16) -> Words {
            Words(first, second, first, second, first, second, first, second)
        }
        black = Words(repeating: coefficients.black)
        middle = Words(repeating: coefficients.middle &<< Self.places)
        // Each code of luma is paired with a one in sixteenths, which adds half a step for rounding.
        luma = pairs(coefficients.luma, coefficients.half)
        // U comes before V.
        red = pairs(0, coefficients.redByV)
        green = pairs(coefficients.greenByU, coefficients.greenByV)
        blue = pairs(coefficients.blueByU, 0)
        shift = Int32(coefficients.places) + Int32(Self.places)
    }

    /// Converts one sample of each channel per pixel.
    ///
    /// - Parameters:
    ///   - target: receives the first `count` pixels.
    ///   - y: ``length`` codes of luma, of which the first `count` are used.
    ///   - uv: as many codes of U and V in turn.
    func convert(
        _ target: UnsafeMutablePointer<UInt32>, _ y: UnsafePointer<Int16>, _ uv: UnsafePointer<Int16>, count: Int
    ) {
        var x = 0
        while x < count {
            let low = words(uv + 2 &* x) &<< Self.places &- middle
            let high = words(uv + (2 &* x &+ 8)) &<< Self.places &- middle
            pixels(y + x, low, high).store(at: target + x, count: count &- x)
            x &+= PixelBlock.pixels
        }
    }

    /// Converts one sample of chroma for two pixels.
    ///
    /// - Parameters:
    ///   - uv: the samples of the pixels; one more before them and one behind them are used.
    ///   - scale: the factor from the samples to quarters of a code.
    func convertShared(
        _ target: UnsafeMutablePointer<UInt32>, _ y: UnsafePointer<Int16>, _ uv: UnsafePointer<Int16>, count: Int,
        _ filter: ChromaFilter, scale: Int16
    ) {
        func factor(_ weight: Int16) -> Words { Words(repeating: weight &* scale) }
        let (ownOfFirst, otherOfFirst) = (factor(filter.first.own), factor(filter.first.other))
        let (ownOfSecond, otherOfSecond) = (factor(filter.second.own), factor(filter.second.other))
        var x = 0
        while x < count {
            let own = words(uv + x)
            let first = own &* ownOfFirst &+ words(uv + (x &- 2)) &* otherOfFirst &- middle
            let second = own &* ownOfSecond &+ words(uv + (x &+ 2)) &* otherOfSecond &- middle
            pixels(y + x, cvectors_low_doubles(first, second), cvectors_high_doubles(first, second))
                .store(at: target + x, count: count &- x)
            x &+= PixelBlock.pixels
        }
    }

    /// Converts only luma.
    func convertGray(_ target: UnsafeMutablePointer<UInt32>, _ y: UnsafePointer<Int16>, count: Int) {
        var x = 0
        while x < count {
            pixels(y + x, .zero, .zero).store(at: target + x, count: count &- x)
            x &+= PixelBlock.pixels
        }
    }

    private typealias Words = SIMD8<Int16>

    @inline(__always)
    private func words(_ line: UnsafePointer<Int16>) -> Words {
        UnsafeRawPointer(line).loadUnaligned(as: Words.self)
    }

    /// - Parameters:
    ///   - low: U and V of each of the first four pixels.
    ///   - high: U and V of each of the other four pixels.
    @inline(__always)
    private func pixels(_ line: UnsafePointer<Int16>, _ low: Words, _ high: Words) -> PixelBlock {
        let codes = (words(line) &- black) &<< Self.places
        let ones = Words(repeating: 1 &<< Self.places)
        let lumaLow = cvectors_pair_products(cvectors_low_pairs(codes, ones), luma)
        let lumaHigh = cvectors_pair_products(cvectors_high_pairs(codes, ones), luma)

        @inline(__always)
        func channel(_ factors: Words) -> Words {
            cvectors_saturated_words(
                (lumaLow &+ cvectors_pair_products(low, factors)) &>> shift,
                (lumaHigh &+ cvectors_pair_products(high, factors)) &>> shift)
        }

        let blueAndRed = cvectors_saturated_bytes(channel(blue), channel(red))
        let greenAlone = cvectors_saturated_bytes(channel(green), .zero)
        let first = cvectors_low_bytes(blueAndRed, greenAlone)
        let second = cvectors_high_bytes(blueAndRed, greenAlone)
        return PixelBlock(
            lowHalf: unsafeBitCast(cvectors_low_pairs(first, second), to: SIMD4<UInt32>.self),
            highHalf: unsafeBitCast(cvectors_high_pairs(first, second), to: SIMD4<UInt32>.self))
    }
}
