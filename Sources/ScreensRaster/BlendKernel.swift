/// A blending of rows of premultiplied ARGB8888 over rows of XRGB8888.
///
/// A channel becomes `source + target * (255 - alpha) / 255`, with the product rounded to the nearest value, as in
/// pixman. The highest byte of the target is 0 and stays 0. No channel of the source exceeds its alpha.
package enum BlendKernel {
    /// The alpha bits of two pixels.
    private static var opaque: UInt64 { 0xFF00_0000_FF00_0000 }

    /// - Parameter count: the number of pixels; both rows have at least as many.
    package static func over(_ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int) {
        var x = 0
        while x &+ PixelBlock.pixels <= count {
            // Most blocks are fully opaque or fully transparent.
            switch source[x] >> 24 {
            case 255 where common(source + x) & opaque == opaque:
                (PixelBlock(at: source + x) & 0x00FF_FFFF).store(at: target + x)
            case 0 where all(source + x) & opaque == 0: break
            default: over(target + x, PixelBlock(at: source + x))
            }
            x &+= PixelBlock.pixels
        }
        while x < count {
            target[x] = over(target[x], source[x])
            x &+= 1
        }
    }

    /// Blends a row over a row of another picture, and writes the outcome. The target is not read.
    ///
    /// - Parameter count: the number of pixels; all rows have at least as many.
    static func over(
        _ target: UnsafeMutablePointer<UInt32>, _ below: UnsafePointer<UInt32>, _ source: UnsafePointer<UInt32>,
        count: Int
    ) {
        var x = 0
        while x &+ PixelBlock.pixels <= count {
            switch source[x] >> 24 {
            case 255 where common(source + x) & opaque == opaque:
                (PixelBlock(at: source + x) & 0x00FF_FFFF).store(at: target + x)
            case 0 where all(source + x) & opaque == 0: PixelBlock(at: below + x).store(at: target + x)
            default: blended(PixelBlock(at: below + x), PixelBlock(at: source + x)).store(at: target + x)
            }
            x &+= PixelBlock.pixels
        }
        while x < count {
            target[x] = over(below[x], source[x])
            x &+= 1
        }
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

    /// Returns the bits that are set in all pixels of a block.
    @inline(__always)
    private static func common(_ block: UnsafePointer<UInt32>) -> UInt64 {
        pair(block, 0) & pair(block, 2) & pair(block, 4) & pair(block, 6)
    }

    /// Returns the bits that are set in any pixel of a block.
    @inline(__always)
    private static func all(_ block: UnsafePointer<UInt32>) -> UInt64 {
        pair(block, 0) | pair(block, 2) | pair(block, 4) | pair(block, 6)
    }

    @inline(__always)
    private static func pair(_ block: UnsafePointer<UInt32>, _ index: Int) -> UInt64 {
        UnsafeRawPointer(block + index).loadUnaligned(as: UInt64.self)
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
