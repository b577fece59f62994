/// A picture in ordinary memory of its own: black at first.
final class OwnedPixels {
    let pixels: PixelBuffer

    init(_ size: Size) {
        // The rows are aligned to cache lines, as is the start.
        let stride = (size.width * 4 + 63) & ~63
        let base = UnsafeMutableRawPointer.allocate(byteCount: max(stride * size.height, 1), alignment: 64)
        base.initializeMemory(as: UInt8.self, repeating: 0, count: stride * size.height)
        pixels = PixelBuffer(base: base, size: size, stride: stride)
    }

    deinit {
        pixels.base.deallocate()
    }
}
