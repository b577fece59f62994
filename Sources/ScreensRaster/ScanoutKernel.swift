/// A copy of parts of a picture into scanout memory: rotated, with its colours changed, and converted to its format.
///
/// Scanout memory is only written, each row of a tile from left to right.
package struct ScanoutKernel {
    /// The side of the squares for rotation, and the number of pixels that are converted together.
    private static let side = 32
    private static let length = 1024

    /// The orientation of the picture in the target.
    private let order: AxisOrder
    private let colors: RowColors
    private let conversion: RowConversion

    package init(_ order: AxisOrder, _ colors: RowColors, _ conversion: RowConversion) {
        self.order = order
        self.colors = colors
        self.conversion = conversion
    }

    /// Copies the part of a picture that is shown in a part of the target.
    ///
    /// - Parameters:
    ///   - area: the part of the target, inside it.
    ///   - target: the target, with the pixel size of `conversion`; as large as the rotated picture.
    ///   - picture: the whole picture, XRGB8888.
    package func copy(to area: PixelArea, of target: PixelRows, from picture: PixelRows) {
        var scratch = InlineArray<1024, UInt32>(repeating: 0)
        var span = scratch.mutableSpan
        span.withUnsafeMutableBufferPointer { scratch in
            guard let scratch = scratch.baseAddress else { return }
            copyTiles(to: area, of: target, from: picture, scratch)
        }
    }

    private func copyTiles(
        to area: PixelArea, of target: PixelRows, from picture: PixelRows, _ scratch: UnsafeMutablePointer<UInt32>
    ) {
        let back = order.inverse
        let isPlain = order.isUpright && colors.areAsDrawn
        let (width, height) = order.swapsAxes ? (Self.side, Self.side) : (Self.length, 1)
        var y = area.y
        while y < area.maxY {
            var x = area.x
            while x < area.maxX {
                let tile = PixelArea(
                    x: x, y: y, width: min(width, area.maxX &- x), height: min(height, area.maxY &- y))
                let from = back.area(tile, width: target.width, height: target.height)
                let source = picture.row(from.y) + from.x
                if isPlain {
                    convert(source, tile.width, to: target, x: x, y: y)
                } else {
                    RotateKernel.copy(
                        scratch, targetStride: tile.width, source, sourceStride: picture.stride / 4, width: from.width,
                        height: from.height, order)
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

    @inline(__always)
    private func convert(_ source: UnsafePointer<UInt32>, _ count: Int, to target: PixelRows, x: Int, y: Int) {
        let row = target.base + (y &* target.stride &+ x &* conversion.bytesPerPixel)
        conversion.convert(row, source, count: count, at: (x, y))
    }
}
