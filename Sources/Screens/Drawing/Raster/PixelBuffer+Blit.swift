import Glibc

extension PixelBuffer {
    /// Puts a part of a picture somewhere: clipped to both, any numbers are safe.
    ///
    /// - Parameters:
    ///   - source: XRGB8888 to be copied, premultiplied ARGB8888 to be put over; not this memory.
    ///   - part: of the source.
    ///   - place: where the upper left pixel of `part` lands.
    ///   - clip: where pixels may land, beside the bounds.
    /// - Returns: the pixels that were written, or nil.
    @discardableResult
    func draw(
        _ source: PixelBuffer, part: Rectangle, at place: (x: Int, y: Int), clip: Rectangle, _ composition: Composition
    ) -> Rectangle? {
        guard
            let geometry = BlitGeometry(
                taking: part, of: source.size, at: place, in: clip.intersection(Rectangle(size)))
        else { return nil }
        let target = geometry.target
        for line in 0..<target.height {
            let from = source.row(geometry.source.y + line) + geometry.source.x
            put(UnsafePointer(from), count: target.width, x: target.x, y: target.y + line, composition)
        }
        return target
    }

    /// Puts a part of a row that lies inside.
    @inline(__always)
    func put(_ source: UnsafePointer<UInt32>, count: Int, x: Int, y: Int, _ composition: Composition) {
        switch composition {
        case .copy: memcpy(row(y) + x, source, count * 4)
        case .over: BlendKernel.over(row(y) + x, source, count: count)
        }
    }
}
