/// Makes rows of XRGB8888 darker.
enum DimKernel {
    /// Multiplies each channel by `level` over 255, rounded to the nearest.
    ///
    /// - Parameters:
    ///   - target: may be `source`, and is only written.
    ///   - count: pixels that both rows have.
    ///   - level: 0 is black, 255 leaves all as it is.
    static func row(
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
