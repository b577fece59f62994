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
    ///   - y: ``length`` codes of luma, of which the first `count` are used; `u` and `v` are the same for chroma.
    func convert(
        _ target: UnsafeMutablePointer<UInt32>, _ y: UnsafePointer<Int16>, _ u: UnsafePointer<Int16>,
        _ v: UnsafePointer<Int16>, count: Int
    ) {
        var x = 0
        while x < count {
            let (u, v) = (words(u + x) &- middle, words(v + x) &- middle)
            pixels(y + x, u.lowPairs(with: v), u.highPairs(with: v)).store(at: target + x, count: count &- x)
            x &+= PixelBlock.pixels
        }
    }

    /// Converts one sample of chroma for two pixels.
    func convertHalved(
        _ target: UnsafeMutablePointer<UInt32>, _ y: UnsafePointer<Int16>, _ u: UnsafePointer<Int16>,
        _ v: UnsafePointer<Int16>, count: Int
    ) {
        var x = 0
        while x < count {
            let (u, v) = (words(u + x &>> 1) &- middle, words(v + x &>> 1) &- middle)
            let first = u.lowPairs(with: v)
            pixels(y + x, first.lowPairsTwice, first.highPairsTwice).store(at: target + x, count: count &- x)
            x &+= PixelBlock.pixels
            guard x < count else { return }
            let second = u.highPairs(with: v)
            pixels(y + x, second.lowPairsTwice, second.highPairsTwice).store(at: target + x, count: count &- x)
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
        let lumaLow = cvectors_pair_products(codes.lowPairs(with: ones), luma)
        let lumaHigh = cvectors_pair_products(codes.highPairs(with: ones), luma)

        @inline(__always)
        func channel(_ factors: Words) -> Words {
            cvectors_saturated_words(
                (lumaLow &+ cvectors_pair_products(low, factors)) &>> shift,
                (lumaHigh &+ cvectors_pair_products(high, factors)) &>> shift)
        }

        let blueAndGreen = cvectors_saturated_bytes(channel(blue), channel(green))
        let redAlone = cvectors_saturated_bytes(channel(red), .zero)
        let first = unsafeBitCast(blueAndGreen.lowHalf.pairs(with: blueAndGreen.highHalf), to: Words.self)
        let second = unsafeBitCast(redAlone.lowHalf.pairs(with: redAlone.highHalf), to: Words.self)
        return PixelBlock(
            lowHalf: unsafeBitCast(first.lowPairs(with: second), to: SIMD4<UInt32>.self),
            highHalf: unsafeBitCast(first.highPairs(with: second), to: SIMD4<UInt32>.self))
    }
}

extension SIMD8<Int16> {
    /// Interleaves the first four of both.
    @inline(__always)
    fileprivate func lowPairs(with other: Self) -> Self {
        Self(self[0], other[0], self[1], other[1], self[2], other[2], self[3], other[3])
    }

    /// Interleaves the last four of both.
    @inline(__always)
    fileprivate func highPairs(with other: Self) -> Self {
        Self(self[4], other[4], self[5], other[5], self[6], other[6], self[7], other[7])
    }

    @inline(__always)
    fileprivate var lowPairsTwice: Self {
        Self(self[0], self[1], self[0], self[1], self[2], self[3], self[2], self[3])
    }

    @inline(__always)
    fileprivate var highPairsTwice: Self {
        Self(self[4], self[5], self[4], self[5], self[6], self[7], self[6], self[7])
    }
}

extension SIMD8<UInt8> {
    /// Interleaves both.
    @inline(__always)
    fileprivate func pairs(with other: Self) -> SIMD16<UInt8> {
        SIMD16(
            self[0], other[0], self[1], other[1], self[2], other[2], self[3], other[3], self[4], other[4], self[5],
            other[5], self[6], other[6], self[7], other[7])
    }
}
