/// Dims rows of XRGB8888.
package enum DimKernel {
    /// Multiplies each channel by `level` / 255, rounded to the nearest.
    ///
    /// - Parameters:
    ///   - target: the row to write, which may be `source`.
    ///   - count: the number of pixels; both rows have at least as many.
    ///   - level: 0 is black, 255 is neutral.
    package static func row(
        _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int, level: UInt8
    ) {
        let factor = SIMD16<UInt16>(repeating: UInt16(level))
        var x = 0
        while x &+ PixelBlock.pixels <= count {
            dimmed(PixelBlock(at: source + x), by: factor).store(at: target + x)
            x &+= PixelBlock.pixels
        }
        while x < count {
            target[x] = dimmed(PixelBlock(repeating: source[x]), by: factor)[0]
            x &+= 1
        }
    }

    @inline(__always)
    private static func dimmed(_ pixels: PixelBlock, by factor: SIMD16<UInt16>) -> PixelBlock {
        let dark = PixelBlock(
            blueAndRed: pixels.blueAndRed.multiplied(byPart: factor),
            greenAndAlpha: pixels.greenAndAlpha.multiplied(byPart: factor))
        return dark & 0x00FF_FFFF
    }
}
