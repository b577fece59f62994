/// Blends a layer over an opaque picture.
package enum LayerKernel {
    /// Blends all pixels of a layer over XRGB8888; both have the same size.
    ///
    /// With an opacity `o`, a channel becomes `below + (blended - below) * o / 255`; `blended` is the channel with full
    /// opacity. Both steps are rounded to the nearest value, so the result is at most 1 off the exact one.
    ///
    /// - Parameters:
    ///   - source: premultiplied ARGB8888, or XRGB8888 with a highest byte of 0.
    ///   - isOpaque: whether the source is XRGB8888.
    ///   - opacity: 255 has no effect; 0 leaves the target as it is.
    package static func blend(_ target: PixelRows, _ source: PixelRows, isOpaque: Bool, opacity: UInt8) {
        guard opacity > 0 else { return }
        guard opacity < 255 else {
            return PutKernel.draw(target, source, isOpaque ? .copy : .over)
        }
        for y in 0..<target.height {
            fade(target.row(y), UnsafePointer(source.row(y)), count: target.width, isOpaque: isOpaque, opacity)
        }
    }

    /// Blends all pixels of a layer over another picture, in one pass, and writes the outcome. All have the same size.
    ///
    /// - Parameters:
    ///   - below: XRGB8888; not in the memory of the target.
    ///   - source: premultiplied ARGB8888.
    package static func blend(_ target: PixelRows, over below: PixelRows, _ source: PixelRows) {
        for y in 0..<target.height {
            BlendKernel.over(
                target.row(y), UnsafePointer(below.row(y)), UnsafePointer(source.row(y)), count: target.width)
        }
    }

    private static func fade(
        _ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int, isOpaque: Bool,
        _ opacity: UInt8
    ) {
        let opaqueBits = PixelBlock(repeating: isOpaque ? 0xFF00_0000 : 0)
        let share = SIMD16<UInt16>(repeating: UInt16(opacity))
        var x = 0
        while x < count {
            let left = count &- x
            let below = PixelBlock(at: target + x, count: left)
            let blended = OverFunction.combined(PixelBlock(at: source + x, count: left) | opaqueBits, below)
            faded(below, blended, share).store(at: target + x, count: left)
            x &+= PixelBlock.pixels
        }
    }

    @inline(__always)
    private static func faded(_ below: PixelBlock, _ blended: PixelBlock, _ share: SIMD16<UInt16>) -> PixelBlock {
        let rest = 255 &- share
        let mixed = PixelBlock(
            blueAndRed: (blended.blueAndRed &* share &+ below.blueAndRed &* rest).over255,
            greenAndAlpha: (blended.greenAndAlpha &* share &+ below.greenAndAlpha &* rest).over255)
        return mixed & 0x00FF_FFFF
    }
}
