/// The pixels of a buffer that is shown, in memory that somebody else owns and keeps.
struct ScanoutSurface: @unchecked Sendable {
    // Unchecked for the pointer: whose turn it is to touch the memory is decided by the owner.

    let base: UnsafeMutableRawPointer
    let size: Size
    /// Bytes from one row to the next.
    let stride: Int
    let format: PixelFormat

    /// A part of it that lies inside.
    func part(_ rectangle: Rectangle) -> UnsafeSurface {
        UnsafeSurface(
            baseAddress: base + rectangle.y * stride + rectangle.x * format.bytesPerPixel, size: rectangle.size,
            bytesPerRow: stride, format: format)
    }

    /// Its pixels as those of a canvas. Only for formats of 32 bits in which those are the same.
    var pixels: PixelBuffer { PixelBuffer(base: base, size: size, stride: stride) }
}
