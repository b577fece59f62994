import Glibc

/// Copies changed parts of a canvas into scanout memory: rotated, with its colours changed, and converted to its format.
///
/// Scanout memory is only written, each row of a tile from left to right.
struct ScanoutCopy {
    /// The orientation of the picture on the screen.
    var orientation = Orientation.upright
    /// Whether RGB565 is dithered.
    var isDithered = true
    /// How the colours are changed.
    var colors = CopyColors.asDrawn

    /// The side of the squares for rotation, and the pixels of a row that are converted at once.
    private static let side = 32
    private static let length = 1024

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
        var scratch = InlineArray<1024, UInt32>(repeating: 0)
        var span = scratch.mutableSpan
        span.withUnsafeMutableBufferPointer { scratch in
            guard let scratch = scratch.baseAddress else { return }
            copyTiles(of: written, of: canvas, to: target, scratch)
        }
        return written
    }

    private func copyTiles(
        of written: Rectangle, of canvas: PixelBuffer, to target: UnsafeSurface,
        _ scratch: UnsafeMutablePointer<UInt32>
    ) {
        let back = orientation.inverse
        let isAsDrawn = colors == .asDrawn
        let (width, height) = orientation.swapsAxes ? (Self.side, Self.side) : (Self.length, 1)
        var y = written.y
        while y < written.maxY {
            var x = written.x
            while x < written.maxX {
                let tile = Rectangle(
                    x: x, y: y, width: min(width, written.maxX &- x), height: min(height, written.maxY &- y))
                let from = back.rectangle(tile, of: target.size)
                let source = canvas.row(from.y) + from.x
                if orientation == .upright, isAsDrawn {
                    convert(source, tile.width, to: target, x: x, y: y)
                } else {
                    RotateKernel.copy(
                        scratch, targetStride: tile.width, source, sourceStride: canvas.stride / 4, size: from.size,
                        orientation)
                    for line in 0..<tile.height {
                        let row = scratch + line &* tile.width
                        colors.change(row, count: tile.width)
                        convert(row, tile.width, to: target, x: x, y: y &+ line)
                    }
                }
                x &+= width
            }
            y &+= height
        }
    }

    private func convert(_ source: UnsafePointer<UInt32>, _ count: Int, to target: UnsafeSurface, x: Int, y: Int) {
        let row = target.baseAddress + (y &* target.bytesPerRow &+ x &* target.format.bytesPerPixel)
        let long = row.assumingMemoryBound(to: UInt32.self)
        switch target.format {
        case .xrgb8888: memcpy(row, source, count &* 4)
        case .argb8888: ConversionKernel.toARGB(long, source, count: count)
        case .xrgb2101010: ConversionKernel.toXRGB2101010(long, source, count: count)
        case .rgb888: ConversionKernel.toRGB888(row, source, count: count)
        case .bgr888: ConversionKernel.toBGR888(row, source, count: count)
        case .rgb565 where isDithered:
            ConversionKernel.toRGB565Dithered(
                row.assumingMemoryBound(to: UInt16.self), source, count: count, at: (x, y))
        case .rgb565:
            ConversionKernel.toRGB565(row.assumingMemoryBound(to: UInt16.self), source, count: count)
        }
    }
}
