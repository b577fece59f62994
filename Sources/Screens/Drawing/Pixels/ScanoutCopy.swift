import ScreensRaster

/// Copies changed parts of a canvas into scanout memory: rotated, with its colours changed, and converted to its
/// format.
///
/// Scanout memory is only written, each row of a tile from left to right.
struct ScanoutCopy {
    /// The orientation of the picture on the screen.
    var orientation = Orientation.upright
    /// Whether RGB565 is dithered.
    var isDithered = true
    /// How the colours are changed.
    var colors = CopyColors.asDrawn

    /// Copies a part of a canvas to its place on the screen.
    ///
    /// - Parameters:
    ///   - part: the part of the canvas, clipped to it.
    ///   - canvas: the whole canvas.
    ///   - target: a surface of the size of the rotated canvas; otherwise nothing is copied.
    /// - Returns: the pixels of the target that were written, or nil.
    @discardableResult
    func copy(_ part: Rectangle, of canvas: PixelBuffer, to target: UnsafeSurface) -> Rectangle? {
        guard orientation.size(of: canvas.size) == target.size else { return nil }
        let taken = part.intersection(Rectangle(canvas.size))
        guard !taken.isEmpty else { return nil }
        let written = orientation.rectangle(taken, of: canvas.size)
        if target.format == .xrgb8888, colors == .asDrawn {
            let buffer = PixelBuffer(base: target.baseAddress, size: target.size, stride: target.bytesPerRow)
            return buffer.copy(taken, of: canvas, orientation)
        }
        let area = PixelArea(written)
        let surface = PixelRows(
            base: target.baseAddress, stride: target.bytesPerRow, width: target.size.width, height: target.size.height)
        colors.withRowColors { colors in
            ScanoutKernel(AxisOrder(orientation), colors, conversion(to: target.format))
                .copy(to: area, of: surface, from: canvas.rows)
        }
        return written
    }

    private func conversion(to format: PixelFormat) -> RowConversion {
        switch format {
        case .xrgb8888: .xrgb8888
        case .argb8888: .argb8888
        case .xrgb2101010: .xrgb2101010
        case .rgb888: .rgb888
        case .bgr888: .bgr888
        case .rgb565: isDithered ? .ditheredRGB565 : .rgb565
        }
    }
}
