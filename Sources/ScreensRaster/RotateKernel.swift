/// Copies a rectangle of pixels in another orientation, tile by tile, so that source and target stay in the caches.
package enum RotateKernel {
    /// The size of a tile in pixels. A column of it is a row of the source, long enough to be prefetched; a row is a
    /// cache line, written as a whole. Both together fit into the first-level cache.
    private static let tileHeight = 256
    private static let tileWidth = 16

    /// - Parameters:
    ///   - target: the target; its strides and the source's are multiples of a pixel.
    ///   - source: the source, which has the size of the target, with the axes swapped if `order` swaps them.
    ///   - order: the order of the axes in the target.
    package static func copy(_ target: PixelRows, _ source: PixelRows, _ order: AxisOrder) {
        copy(
            target.row(0), targetStride: target.stride / 4, UnsafePointer(source.row(0)),
            sourceStride: source.stride / 4, width: source.width, height: source.height, order)
    }

    /// - Parameters:
    ///   - target: the upper left pixel of the target.
    ///   - targetStride: pixels from one row of the target to the next.
    ///   - source: the upper left pixel of the source.
    ///   - sourceStride: pixels from one row of the source to the next.
    ///   - sourceWidth: the width of the source, and `sourceHeight` its height.
    ///   - order: the order of the axes in the target.
    static func copy(
        _ target: UnsafeMutablePointer<UInt32>, targetStride: Int, _ source: UnsafePointer<UInt32>, sourceStride: Int,
        width sourceWidth: Int, height sourceHeight: Int, _ order: AxisOrder
    ) {
        if order.swapsAxes {
            // A vertical flip writes the target's rows upwards; a horizontal flip reads the source backwards.
            let top = order.flipsY ? target + (sourceWidth &- 1) &* targetStride : target
            let down = order.flipsY ? -targetStride : targetStride
            let flips = order.flipsX
            let first = flips ? source + (sourceHeight &- 1) &* sourceStride : source
            transpose(
                top, down, first, flips ? -sourceStride : sourceStride, columns: sourceHeight, rows: sourceWidth)
        } else {
            // Memory is written downwards: writing upwards takes twice as long if it is not in the caches.
            for y in 0..<sourceHeight {
                let row = target + y &* targetStride
                let from = source + (order.flipsY ? sourceHeight &- 1 &- y : y) &* sourceStride
                if order.flipsX {
                    reverse(row, from, count: sourceWidth)
                } else {
                    row.update(from: from, count: sourceWidth)
                }
            }
        }
    }

    private static func reverse(_ target: UnsafeMutablePointer<UInt32>, _ source: UnsafePointer<UInt32>, count: Int) {
        var x = 0
        while x &+ PixelBlock.pixels <= count {
            PixelBlock(at: source + (count &- x &- PixelBlock.pixels)).reversed.store(at: target + x)
            x &+= PixelBlock.pixels
        }
        while x < count {
            target[x] = source[count &- 1 &- x]
            x &+= 1
        }
    }

    /// - Parameters:
    ///   - down: the pixels from one row of the target to the next, negative for upwards; `right` is the same for the
    ///     source, whose rows become columns.
    ///   - columns: the columns of the target; `rows` are its rows.
    private static func transpose(
        _ target: UnsafeMutablePointer<UInt32>, _ down: Int, _ source: UnsafePointer<UInt32>, _ right: Int,
        columns: Int, rows: Int
    ) {
        var y = 0
        while y < rows {
            let tileRows = min(tileHeight, rows &- y)
            var x = 0
            while x < columns {
                let tileColumns = min(tileWidth, columns &- x)
                transposeTile(
                    target + (y &* down &+ x), down, source + (x &* right &+ y), right, columns: tileColumns,
                    rows: tileRows)
                x &+= tileWidth
            }
            y &+= tileHeight
        }
    }

    @inline(__always)
    private static func transposeTile(
        _ target: UnsafeMutablePointer<UInt32>, _ down: Int, _ source: UnsafePointer<UInt32>, _ right: Int,
        columns: Int, rows: Int
    ) {
        var y = 0
        while y &+ 4 <= rows {
            var x = 0
            while x &+ 4 <= columns {
                transposeFour(target + (y &* down &+ x), down, source + (x &* right &+ y), right)
                x &+= 4
            }
            while x < columns {
                for line in y..<y &+ 4 { target[line &* down &+ x] = source[x &* right &+ line] }
                x &+= 1
            }
            y &+= 4
        }
        while y < rows {
            for x in 0..<columns { target[y &* down &+ x] = source[x &* right &+ y] }
            y &+= 1
        }
    }

    @inline(__always)
    private static func transposeFour(
        _ target: UnsafeMutablePointer<UInt32>, _ down: Int, _ source: UnsafePointer<UInt32>, _ right: Int
    ) {
        let rows = (four(source), four(source + right), four(source + 2 &* right), four(source + 3 &* right))
        let upper = SIMD8(lowHalf: rows.0, highHalf: rows.1)
        let lower = SIMD8(lowHalf: rows.2, highHalf: rows.3)
        store(SIMD4(upper[0], upper[4], lower[0], lower[4]), target)
        store(SIMD4(upper[1], upper[5], lower[1], lower[5]), target + down)
        store(SIMD4(upper[2], upper[6], lower[2], lower[6]), target + 2 &* down)
        store(SIMD4(upper[3], upper[7], lower[3], lower[7]), target + 3 &* down)
    }

    @inline(__always)
    private static func four(_ pointer: UnsafePointer<UInt32>) -> SIMD4<UInt32> {
        UnsafeRawPointer(pointer).loadUnaligned(as: SIMD4<UInt32>.self)
    }

    @inline(__always)
    private static func store(_ pixels: SIMD4<UInt32>, _ pointer: UnsafeMutablePointer<UInt32>) {
        UnsafeMutableRawPointer(pointer).storeBytes(of: pixels, as: SIMD4<UInt32>.self)
    }
}
