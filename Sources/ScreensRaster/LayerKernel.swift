import CScreensRaster

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
        fade(target, over: target, source, isOpaque: isOpaque, opacity)
    }

    /// Blends all pixels of a layer over another picture, in one pass, and writes the outcome. All have the same size.
    ///
    /// - Parameters:
    ///   - below: XRGB8888; not in the memory of the target.
    ///   - source: premultiplied ARGB8888, or XRGB8888 with a highest byte of 0.
    ///   - isOpaque: whether the source is XRGB8888. If so, it has an opacity, since it would only be copied.
    package static func blend(
        _ target: PixelRows, over below: PixelRows, _ source: PixelRows, isOpaque: Bool, opacity: UInt8
    ) {
        guard opacity == 255 else { return fade(target, over: below, source, isOpaque: isOpaque, opacity) }
        for y in 0..<target.height {
            BlendKernel.over(
                target.row(y), UnsafePointer(below.row(y)), UnsafePointer(source.row(y)), count: target.width)
        }
    }

    private static func fade(
        _ target: PixelRows, over below: PixelRows, _ source: PixelRows, isOpaque: Bool, _ opacity: UInt8
    ) {
        for y in 0..<target.height {
            craster_best_kernels().pointee.fade(
                target.row(y), below.row(y), source.row(y), target.width, isOpaque ? 0xFF00_0000 : 0, opacity)
        }
    }
}
