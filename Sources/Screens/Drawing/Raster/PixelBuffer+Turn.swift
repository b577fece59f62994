extension PixelBuffer {
    /// Copies a part of a picture to where it belongs when the whole picture lies otherwise.
    ///
    /// - Parameters:
    ///   - part: of the source.
    ///   - source: a picture that is as large as this one, turned; of any other size nothing is copied.
    /// - Returns: the pixels that were written, or nil.
    @discardableResult
    func copy(_ part: Rectangle, of source: PixelBuffer, _ orientation: Orientation) -> Rectangle? {
        guard orientation.size(of: source.size) == size else { return nil }
        let taken = part.intersection(Rectangle(source.size))
        guard !taken.isEmpty else { return nil }
        let target = orientation.rectangle(taken, of: source.size)
        TurnKernel.copy(
            row(target.y) + target.x, targetStride: stride / 4, UnsafePointer(source.row(taken.y) + taken.x),
            sourceStride: source.stride / 4, size: taken.size, orientation)
        return target
    }
}
