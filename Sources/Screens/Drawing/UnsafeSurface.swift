/// Pixels in memory as C libraries want them: where, how many, how far from row to row, and in which format.
///
/// It owns nothing: it is good only as long as whoever gave it says.
public struct UnsafeSurface {
    /// The upper left pixel.
    public let baseAddress: UnsafeMutableRawPointer
    /// Columns and rows.
    public let size: Size
    /// From the start of one row to the start of the next; what lies between two rows belongs to neither.
    public let bytesPerRow: Int
    /// What a pixel consists of.
    public let format: PixelFormat

    /// A surface in somebody's memory, of which at least `bytesPerRow * (size.height - 1)` bytes and one row are usable.
    public init(baseAddress: UnsafeMutableRawPointer, size: Size, bytesPerRow: Int, format: PixelFormat) {
        self.baseAddress = baseAddress
        self.size = size
        self.bytesPerRow = bytesPerRow
        self.format = format
    }
}

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
