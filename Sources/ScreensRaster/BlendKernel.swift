import CScreensRaster

/// A blending of rows of premultiplied ARGB8888 over rows of XRGB8888.
///
/// A channel becomes `source + target * (255 - alpha) / 255`, with the product rounded to the nearest value, as in
/// pixman. The highest byte of the target is 0 and stays 0. No channel of the source exceeds its alpha.
package enum BlendKernel {
    /// - Parameter count: the number of pixels; both rows have at least as many.
    package static func over(_ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int) {
        over(target, target, source, count: count)
    }

    /// Blends a row over a row of another picture, and writes the outcome.
    ///
    /// - Parameter count: the number of pixels; all rows have at least as many.
    static func over(
        _ target: UnsafeMutablePointer<UInt32>, _ below: UnsafePointer<UInt32>, _ source: UnsafePointer<UInt32>,
        count: Int
    ) {
        craster_best_kernels().pointee.over(target, below, source, count)
    }

    /// Blends a block, or the remaining pixels of the row.
    @inline(__always)
    static func over(_ target: UnsafeMutablePointer<UInt32>, _ source: PixelBlock, count: Int) {
        if count >= PixelBlock.pixels { return over(target, source) }
        for index in 0..<count { target[index] = over(target[index], source[index]) }
    }

    @inline(__always)
    private static func over(_ target: UnsafeMutablePointer<UInt32>, _ ours: PixelBlock) {
        blended(PixelBlock(at: target), ours).store(at: target)
    }

    @inline(__always)
    private static func blended(_ theirs: PixelBlock, _ ours: PixelBlock) -> PixelBlock {
        let rest = (255 &- (ours &>> 24)).asFactors
        let mixed = PixelBlock(
            blueAndRed: theirs.blueAndRed.multiplied(byPart: rest),
            greenAndAlpha: theirs.greenAndAlpha.multiplied(byPart: rest))
        return (ours &+ mixed) & 0x00FF_FFFF
    }

    /// Blends one pixel.
    @inline(__always)
    static func over(_ target: UInt32, _ source: UInt32) -> UInt32 {
        let rest = 255 - source >> 24
        var even = (target & 0x00FF_00FF) &* rest &+ 0x0080_0080
        even = ((even &+ (even >> 8 & 0x00FF_00FF)) >> 8) & 0x00FF_00FF
        var green = (target >> 8 & 0xFF) &* rest &+ 0x80
        green = (green &+ green >> 8) >> 8
        return (source &+ (even | green << 8)) & 0x00FF_FFFF
    }
}
