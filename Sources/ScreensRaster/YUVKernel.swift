import CScreensVectors

/// A conversion of lines of luma and chroma to XRGB8888, each channel rounded to the nearest value and limited to
/// 0...255.
///
/// Every chroma sample applies to all its pixels, without interpolation. Luma and chroma are multiplied and added as
/// pairs of words: 8 instructions per pixel with SSE2, a third of the instructions for products of 32 bits.
struct YUVKernel {
    /// The number of pixels in a part of a line: an even number of blocks.
    static let length = 1024

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
        middle = Words(repeating: coefficients.middle)
        // Each code of luma is paired with a one, which adds half a step for rounding.
        luma = pairs(coefficients.luma, coefficients.half)
        // U comes before V.
        red = pairs(0, coefficients.redByV)
        green = pairs(coefficients.greenByU, coefficients.greenByV)
        blue = pairs(coefficients.blueByU, 0)
        shift = Int32(coefficients.places)
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
            pixels(y + x, words(uv + 2 &* x) &- middle, words(uv + (2 &* x &+ 8)) &- middle)
                .store(at: target + x, count: count &- x)
            x &+= PixelBlock.pixels
        }
    }

    /// Converts one sample of chroma for two pixels.
    func convertHalved(
        _ target: UnsafeMutablePointer<UInt32>, _ y: UnsafePointer<Int16>, _ uv: UnsafePointer<Int16>, count: Int
    ) {
        var x = 0
        while x < count {
            let chroma = words(uv + x) &- middle
            pixels(y + x, cvectors_low_doubles(chroma, chroma), cvectors_high_doubles(chroma, chroma))
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
        let codes = words(line) &- black
        let ones = Words(repeating: 1)
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
