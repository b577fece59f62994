extension PixelBuffer {
    /// Draws a part of a picture in another size: clipped to both, any numbers are safe.
    ///
    /// - Parameters:
    ///   - source: XRGB8888 to be copied, premultiplied ARGB8888 to be put over, at most 16384 a side; not this memory.
    ///   - part: of the source; what of it lies outside of the source is left out before it is scaled.
    ///   - rectangle: what `part` is to fill.
    ///   - clip: where pixels may land, beside the bounds.
    /// - Returns: the pixels that were written, or nil.
    @discardableResult
    func draw(
        _ source: PixelBuffer, part: Rectangle, filling rectangle: Rectangle, clip: Rectangle,
        _ interpolation: Interpolation, _ composition: Composition
    ) -> Rectangle? {
        let taken = part.intersection(Rectangle(source.size))
        let inside = rectangle.intersection(clip).intersection(Rectangle(size))
        guard !taken.isEmpty, !inside.isEmpty else { return nil }
        guard taken.size != rectangle.size else {
            return draw(source, part: taken, at: (rectangle.x, rectangle.y), clip: clip, composition)
        }
        let columns = ScaleAxis(
            source: taken.x..<taken.maxX, target: rectangle.x, targetLength: rectangle.width)
        let rows = ScaleAxis(source: taken.y..<taken.maxY, target: rectangle.y, targetLength: rectangle.height)
        switch interpolation {
        case .nearest:
            NearestKernel.scale(source, columns, rows, to: self, inside, composition)
        case .bilinear:
            BilinearKernel.scale(source, columns, rows, to: self, inside, composition)
        }
        return inside
    }
}
