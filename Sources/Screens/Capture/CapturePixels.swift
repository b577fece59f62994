import KMS

/// The pixels of one plane in ordinary memory.
struct CapturePixels: Sendable, Hashable {
    let size: Size
    /// ARGB8888, row by row, without gaps.
    let pixels: [UInt32]

    /// Reads a part of a framebuffer.
    init(_ mapping: borrowing FramebufferMapping, _ layout: PixelLayout, _ part: Rectangle) {
        let part = part.intersection(Rectangle(x: 0, y: 0, width: mapping.width, height: mapping.height))
        size = part.size
        pixels = [UInt32](unsafeUninitializedCapacity: part.width * part.height) { target, count in
            for y in 0..<part.height {
                let row = UnsafeMutableBufferPointer(rebasing: target[y * part.width..<(y + 1) * part.width])
                mapping.withRow(part.y + y, columns: part.x..<part.x + part.width, layout) {
                    layout.convert($0, into: row)
                }
            }
            count = part.width * part.height
        }
    }

    /// - Parameter pixels: as many as the size has.
    init(size: Size, pixels: [UInt32]) {
        self.size = size
        self.pixels = pixels
    }
}
