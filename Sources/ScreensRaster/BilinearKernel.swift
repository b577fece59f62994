/// A bilinear scaling in two steps, each rounded to the nearest weight and colour.
///
/// Usually the columns of each row are mixed first, then two such rows: a source row for several target rows is mixed
/// once. If the picture shrinks, but not by more than half, the rows are mixed first: hardly any row is needed twice,
/// and whole rows are mixed without lookups.
package struct BilinearKernel {
    /// The columns that are scaled from top to bottom before the next ones: a multiple of a block, and few enough for
    /// the lines of the scratch memory.
    private let tile: Int
    private let lineLength: Int

    /// The place of the left one of two pixels for each column, and the weight of the right one, twice in a word: once
    /// for each channel of a pair.
    private let places: UnsafeMutablePointer<UInt32>
    private let weights: UnsafeMutablePointer<UInt32>
    /// Two rows with mixed columns.
    private var upper: UnsafeMutablePointer<UInt32>
    private var lower: UnsafeMutablePointer<UInt32>
    /// The source rows of the two; -1 if none is mixed.
    private var upperRow = -1
    private var lowerRow = -1
    private let source: PixelRows
    private let columns: ScaleAxis
    private let rows: ScaleAxis
    private let mixesRowsFirst: Bool

    /// The columns of a tile whose rows are mixed together: they stay in the first-level cache.
    private static let part = 128

    /// - Parameter inside: the pixels to draw, inside both the target and the scaled picture.
    package static func scale(
        _ source: PixelRows, _ columns: ScaleAxis, _ rows: ScaleAxis, to target: PixelRows, _ inside: PixelArea,
        _ composition: Composition
    ) {
        // The arrays are on the stack, because temporary allocations of these sizes would be on the heap. Narrow
        // pictures are usually small and get short lines, which are cleared faster; wide ones get long lines, so that
        // rows are read in sequence.
        if inside.width <= 480 {
            var scratch = InlineArray<2048, UInt32>(repeating: 0)
            var span = scratch.mutableSpan
            scale(source, columns, rows, to: target, inside, composition, &span)
        } else if inside.width <= 2016 {
            var scratch = InlineArray<8192, UInt32>(repeating: 0)
            var span = scratch.mutableSpan
            scale(source, columns, rows, to: target, inside, composition, &span)
        } else {
            var scratch = InlineArray<16384, UInt32>(repeating: 0)
            var span = scratch.mutableSpan
            scale(source, columns, rows, to: target, inside, composition, &span)
        }
    }

    private static func scale(
        _ source: PixelRows, _ columns: ScaleAxis, _ rows: ScaleAxis, to target: PixelRows, _ inside: PixelArea,
        _ composition: Composition, _ scratch: inout MutableSpan<UInt32>
    ) {
        scratch.withUnsafeMutableBufferPointer { scratch in
            guard let memory = scratch.baseAddress else { return }
            var kernel = BilinearKernel(memory, lineLength: scratch.count / 4, source, columns, rows)
            var left = inside.x
            while left < inside.maxX {
                let count = min(kernel.tile, inside.maxX &- left)
                kernel.prepare(left: left, count: count)
                for y in inside.y..<inside.maxY {
                    kernel.scaleRow(y, to: target, left: left, count: count, composition)
                }
                left &+= count
            }
        }
    }

    private init(
        _ scratch: UnsafeMutablePointer<UInt32>, lineLength: Int, _ source: PixelRows, _ columns: ScaleAxis,
        _ rows: ScaleAxis
    ) {
        tile = lineLength - 32
        self.lineLength = lineLength
        places = scratch
        weights = scratch + lineLength
        upper = scratch + 2 * lineLength
        lower = scratch + 3 * lineLength
        self.source = source
        self.columns = columns
        self.rows = rows
        mixesRowsFirst = rows.isShrinking && !columns.isShrinkingByHalf && columns.length > 1
    }

    /// Looks up the columns of a tile. The last one is repeated up to a whole block.
    private mutating func prepare(left: Int, count: Int) {
        var x = 0
        while x < count || x % PixelBlock.pixels != 0 {
            let (index, weight) = columns.pair(left &+ min(x, count &- 1))
            places[x] = UInt32(truncatingIfNeeded: index)
            weights[x] = weight | weight << 16
            x &+= 1
        }
        upperRow = -1
        lowerRow = -1
    }

    @inline(__always)
    private mutating func scaleRow(
        _ y: Int, to target: PixelRows, left: Int, count: Int, _ composition: Composition
    ) {
        let (row, weight) = rows.pair(y)
        let line = target.row(y) + left
        let factor = SIMD16<UInt16>(repeating: UInt16(truncatingIfNeeded: weight))
        var x = 0
        if mixesRowsFirst {
            while x < count {
                let end = min(x &+ Self.part, count)
                let pixels = mixedRows(row, weight, factor, x, end)
                while x < end {
                    put(mixedColumns(of: pixels, at: x), at: line + x, count: count &- x, composition)
                    x &+= PixelBlock.pixels
                }
            }
            return
        }
        if upperRow != row, lowerRow == row {
            swap(&upper, &lower)
            swap(&upperRow, &lowerRow)
        }
        if weight < 256, upperRow != row {
            mixColumns(of: row, to: upper, count)
            upperRow = row
        }
        if weight > 0, lowerRow != row &+ 1 {
            mixColumns(of: row &+ 1, to: lower, count)
            lowerRow = row &+ 1
        }
        while x < count {
            let mixed: PixelBlock
            switch weight {
            case 0: mixed = PixelBlock(at: upper + x)
            case 256: mixed = PixelBlock(at: lower + x)
            default: mixed = PixelBlock.mixture(PixelBlock(at: upper + x), PixelBlock(at: lower + x), factor)
            }
            put(mixed, at: line + x, count: count &- x, composition)
            x &+= PixelBlock.pixels
        }
    }

    @inline(__always)
    private func put(
        _ pixels: PixelBlock, at target: UnsafeMutablePointer<UInt32>, count: Int, _ composition: Composition
    ) {
        composition.put(target, pixels, count: count)
    }

    /// Mixes the columns of a part of a tile from a mixture of two rows; `places` are relative to the result.
    @inline(__always)
    private func mixedRows(
        _ row: Int, _ weight: UInt32, _ factor: SIMD16<UInt16>, _ left: Int, _ right: Int
    ) -> UnsafeMutablePointer<UInt32> {
        let one = source.row(row)
        // Only one row contributes.
        guard weight > 0 else { return one }
        let other = source.row(row &+ 1)
        guard weight < 256 else { return other }
        let first = Int(places[left])
        let count = Int(places[right &- 1]) &+ 2 &- first
        if count < PixelBlock.pixels {
            for x in 0..<count {
                upper[x] =
                    PixelBlock.mixture(
                        PixelBlock(repeating: one[first &+ x]), PixelBlock(repeating: other[first &+ x]), factor)[0]
            }
            return upper - first
        }
        var x = 0
        while x < count {
            // The last block overlaps the previous one, so that nothing behind the row is read.
            let place = min(x, count &- PixelBlock.pixels)
            PixelBlock.mixture(PixelBlock(at: one + (first &+ place)), PixelBlock(at: other + (first &+ place)), factor)
                .store(at: upper + place)
            x &+= PixelBlock.pixels
        }
        return upper - first
    }

    @inline(__always)
    private func mixColumns(of row: Int, to line: UnsafeMutablePointer<UInt32>, _ count: Int) {
        let pixels = source.row(row)
        if columns.length == 1 {
            line.update(repeating: pixels[columns.first], count: lineLength)
            return
        }
        var x = 0
        while x < count {
            mixedColumns(of: pixels, at: x).store(at: line + x)
            x &+= PixelBlock.pixels
        }
    }

    /// Returns the block that begins at a column of the tile.
    @inline(__always)
    private func mixedColumns(of pixels: UnsafeMutablePointer<UInt32>, at x: Int) -> PixelBlock {
        let (near, nearRight) = Self.pairs(pixels, places + x)
        let (far, farRight) = Self.pairs(pixels, places + x + 4)
        return PixelBlock.mixture(
            PixelBlock(lowHalf: near, highHalf: far), PixelBlock(lowHalf: nearRight, highHalf: farRight),
            PixelBlock(at: weights + x).words)
    }

    /// Returns four pixels at their places, and their right neighbours.
    @inline(__always)
    private static func pairs(
        _ row: UnsafeMutablePointer<UInt32>, _ places: UnsafeMutablePointer<UInt32>
    ) -> (SIMD4<UInt32>, SIMD4<UInt32>) {
        let pairs = SIMD4(
            pair(row, places[0]), pair(row, places[1]), pair(row, places[2]), pair(row, places[3]))
        let pixels = unsafeBitCast(pairs, to: SIMD8<UInt32>.self)
        return (pixels.evenHalf, pixels.oddHalf)
    }

    @inline(__always)
    private static func pair(_ row: UnsafeMutablePointer<UInt32>, _ place: UInt32) -> UInt64 {
        UnsafeRawPointer(row + Int(place)).loadUnaligned(as: UInt64.self)
    }
}
