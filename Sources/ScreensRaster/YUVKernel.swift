/// Converts lines of luma and chroma to XRGB8888, each channel rounded to the nearest and limited to 0...255.
///
/// Every chroma sample applies to all pixels that it is stored for; nothing is interpolated between them.
struct YUVKernel {
    /// The pixels of a part of a line: an even number of blocks.
    static let length = 1024
    private static let half: Int32 = 32768

    let coefficients: YUVCoefficients

    /// One sample of each channel for each pixel.
    ///
    /// - Parameters:
    ///   - target: is written at the first `count` pixels.
    ///   - y: ``length`` codes of luma, of which the first `count` are used; `u` and `v` likewise of chroma.
    func convert(
        _ target: UnsafeMutablePointer<UInt32>, _ y: UnsafePointer<Int32>, _ u: UnsafePointer<Int32>,
        _ v: UnsafePointer<Int32>, count: Int
    ) {
        var x = 0
        while x < count {
            let (blue, red) = (block(u + x) &- coefficients.middle, block(v + x) &- coefficients.middle)
            pixels(y + x, chroma(blue: blue, red: red)).store(at: target + x, count: count &- x)
            x &+= PixelBlock.pixels
        }
    }

    /// One sample of chroma for two pixels.
    func convertHalved(
        _ target: UnsafeMutablePointer<UInt32>, _ y: UnsafePointer<Int32>, _ u: UnsafePointer<Int32>,
        _ v: UnsafePointer<Int32>, count: Int
    ) {
        var x = 0
        while x < count {
            let place = x &>> 1
            let (blue, red) = (block(u + place) &- coefficients.middle, block(v + place) &- coefficients.middle)
            let chroma = chroma(blue: blue, red: red)
            pixels(y + x, chroma.firstTwice).store(at: target + x, count: count &- x)
            x &+= PixelBlock.pixels
            guard x < count else { return }
            pixels(y + x, chroma.lastTwice).store(at: target + x, count: count &- x)
            x &+= PixelBlock.pixels
        }
    }

    /// Luma alone.
    func convertGray(_ target: UnsafeMutablePointer<UInt32>, _ y: UnsafePointer<Int32>, count: Int) {
        var x = 0
        while x < count {
            (limited(luma(y + x)) &* 0x01_0101).store(at: target + x, count: count &- x)
            x &+= PixelBlock.pixels
        }
    }

    private typealias Codes = SIMD8<Int32>

    /// The parts of chroma in each channel, in 1/65536.
    private struct Chroma {
        let red, green, blue: Codes

        @inline(__always)
        var firstTwice: Chroma {
            Chroma(red: Self.twice(red.lowHalf), green: Self.twice(green.lowHalf), blue: Self.twice(blue.lowHalf))
        }

        @inline(__always)
        var lastTwice: Chroma {
            Chroma(red: Self.twice(red.highHalf), green: Self.twice(green.highHalf), blue: Self.twice(blue.highHalf))
        }

        @inline(__always)
        private static func twice(_ half: SIMD4<Int32>) -> Codes {
            Codes(half[0], half[0], half[1], half[1], half[2], half[2], half[3], half[3])
        }
    }

    @inline(__always)
    private func block(_ line: UnsafePointer<Int32>) -> Codes {
        UnsafeRawPointer(line).loadUnaligned(as: Codes.self)
    }

    @inline(__always)
    private func chroma(blue: Codes, red: Codes) -> Chroma {
        Chroma(
            red: red &* coefficients.redByV, green: blue &* coefficients.greenByU &+ red &* coefficients.greenByV,
            blue: blue &* coefficients.blueByU)
    }

    @inline(__always)
    private func luma(_ line: UnsafePointer<Int32>) -> Codes {
        (block(line) &- coefficients.black) &* coefficients.luma &+ Self.half
    }

    @inline(__always)
    private func pixels(_ line: UnsafePointer<Int32>, _ chroma: Chroma) -> PixelBlock {
        let luma = luma(line)
        return limited(luma &+ chroma.red) &<< 16 | limited(luma &+ chroma.green) &<< 8 | limited(luma &+ chroma.blue)
    }

    /// Whole steps from 0 to 255. Without comparisons, which SSE2 has no blend for.
    @inline(__always)
    private func limited(_ values: Codes) -> PixelBlock {
        let steps = values &>> 16
        let positive = steps & ~(steps &>> 31)
        return unsafeBitCast((positive | ((255 &- positive) &>> 31)) & 255, to: PixelBlock.self)
    }
}
