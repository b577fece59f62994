import Glibc

/// A picture that owns its memory. It is black at first.
final class OwnedPixels {
    let pixels: PixelBuffer

    init(_ size: Size) {
        // The start and all rows are aligned to cache lines.
        let stride = (size.width * 4 + 63) & ~63
        let base = UnsafeMutableRawPointer.allocate(byteCount: max(stride * size.height, 1), alignment: 64)
        memset(base, 0, stride * size.height)
        pixels = PixelBuffer(base: base, size: size, stride: stride)
    }

    deinit {
        pixels.base.deallocate()
    }
}
