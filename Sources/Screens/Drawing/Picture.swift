/// A copy of the picture of a screen.
public struct Picture: Sendable, Hashable {
    /// Columns and rows.
    public let size: Size
    /// XRGB8888, row by row from the top, without gaps.
    public let pixels: [UInt32]

    /// - Parameter pixels: XRGB8888; their number matches the size.
    init(size: Size, pixels: [UInt32]) {
        self.size = size
        self.pixels = pixels
    }

    init(copying buffer: PixelBuffer) {
        size = buffer.size
        pixels = [UInt32](unsafeUninitializedCapacity: size.width * size.height) { target, count in
            for y in 0..<buffer.size.height {
                let row = UnsafeBufferPointer(start: buffer.row(y), count: buffer.size.width)
                _ = UnsafeMutableBufferPointer(rebasing: target[(y * row.count)...]).initialize(from: row)
            }
            count = buffer.size.width * buffer.size.height
        }
    }

    /// The colour at a place inside the picture.
    public subscript(x: Int, y: Int) -> Color {
        Color(rgb: pixels[y * size.width + x])
    }
}
