/// Pixels in memory for C libraries: address, size, stride and format.
///
/// It does not own the memory. The function that provides it defines how long it is valid.
public struct UnsafeSurface {
    /// The upper left pixel.
    public let baseAddress: UnsafeMutableRawPointer
    /// The number of columns and rows.
    public let size: Size
    /// The stride: the number of bytes from the start of one row to the start of the next. The bytes between rows must
    /// not be used.
    public let bytesPerRow: Int
    /// The format of a pixel.
    public let format: PixelFormat

    /// Makes a surface from memory of at least `bytesPerRow * (size.height - 1)` bytes and one row.
    public init(baseAddress: UnsafeMutableRawPointer, size: Size, bytesPerRow: Int, format: PixelFormat) {
        self.baseAddress = baseAddress
        self.size = size
        self.bytesPerRow = bytesPerRow
        self.format = format
    }
}

/// The pixels of a scanout buffer. It does not own the memory.
struct ScanoutSurface: @unchecked Sendable {
    // Unchecked because of the pointer: the owner of the memory decides which thread may use it.

    let base: UnsafeMutableRawPointer
    let size: Size
    /// The number of bytes from one row to the next.
    let stride: Int
    let format: PixelFormat

    /// A part inside the surface.
    func part(_ rectangle: Rectangle) -> UnsafeSurface {
        UnsafeSurface(
            baseAddress: base + rectangle.y * stride + rectangle.x * format.bytesPerPixel, size: rectangle.size,
            bytesPerRow: stride, format: format)
    }

    /// The pixels in the form of a canvas. Only for XRGB8888.
    var pixels: PixelBuffer { PixelBuffer(base: base, size: size, stride: stride) }
}
