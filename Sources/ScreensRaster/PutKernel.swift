import ScreensLinux

/// Puts pixels on rows without scaling.
package enum PutKernel {
    /// Copies all pixels. `target` is only written, `source` only read; both have the same size.
    ///
    /// - Parameter writesGaps: whether the bytes between the rows of the target belong to it.
    package static func copy(_ target: PixelRows, _ source: PixelRows, writesGaps: Bool) {
        let hasNoGaps = target.stride == target.width &* 4
        if writesGaps || hasNoGaps, target.stride == source.stride {
            // All rows are copied in one call, because large copies can bypass the caches. The bytes behind the last
            // row are left out: they may belong to other memory.
            target.base.copyMemory(
                from: source.base, byteCount: (target.height &- 1) &* target.stride &+ target.width &* 4)
            return
        }
        for y in 0..<target.height {
            UnsafeMutableRawPointer(target.row(y)).copyMemory(from: source.row(y), byteCount: target.width &* 4)
        }
    }

    /// Copies all pixels into ordinary memory that does not overlap the source.
    private static func replace(_ target: PixelRows, _ source: PixelRows) {
        guard target.stride == target.width &* 4, source.stride == target.stride else {
            return copy(target, source, writesGaps: false)
        }
        copyPixels(target.row(0), from: source.row(0), count: target.width &* target.height)
    }

    /// Fills all pixels with one value.
    package static func fill(_ target: PixelRows, with pixel: UInt32) {
        if target.stride == target.width &* 4 {
            fillPixels(target.row(0), with: pixel, count: target.width &* target.height)
        } else {
            for y in 0..<target.height { fillPixels(target.row(y), with: pixel, count: target.width) }
        }
    }

    /// Combines all pixels with one colour, to which the factors of the composition do not apply.
    ///
    /// - Parameter pixel: premultiplied ARGB8888.
    package static func fill(_ target: PixelRows, with pixel: UInt32, _ composition: Composition) {
        if composition.replaces(by: pixel) { return fill(target, with: pixel & ~composition.targetBits) }
        for y in 0..<target.height { composition.fill(target.row(y), with: pixel, count: target.width) }
    }

    /// Combines pixels with the target's; both have the same size.
    package static func draw(_ target: PixelRows, _ source: PixelRows, _ composition: Composition) {
        if composition.copies { return replace(target, source) }
        for y in 0..<target.height {
            composition.put(target.row(y), UnsafePointer(source.row(y)), count: target.width)
        }
    }
}
