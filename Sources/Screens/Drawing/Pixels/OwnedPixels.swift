import Glibc

/// A picture that owns its memory. All bytes are 0 at first.
final class OwnedPixels: Sendable {
    let pixels: PixelBuffer

    /// - Parameter hasGaps: whether every row begins at a cache line, as the first one does, with unused bytes between
    ///   the rows.
    init(_ size: Size, hasGaps: Bool = true) {
        let stride = hasGaps ? (size.width * 4 + 63) & ~63 : size.width * 4
        let base = UnsafeMutableRawPointer.allocate(byteCount: max(stride * size.height, 1), alignment: 64)
        memset(base, 0, stride * size.height)
        pixels = PixelBuffer(base: base, size: size, stride: stride)
    }

    /// A copy with the same gaps.
    init(copying other: OwnedPixels) {
        let (size, stride) = (other.pixels.size, other.pixels.stride)
        let base = UnsafeMutableRawPointer.allocate(byteCount: max(stride * size.height, 1), alignment: 64)
        base.copyMemory(from: other.pixels.base, byteCount: stride * size.height)
        pixels = PixelBuffer(base: base, size: size, stride: stride)
    }

    deinit {
        pixels.base.deallocate()
    }
}
