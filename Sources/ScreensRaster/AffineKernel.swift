/// An affine transform of a picture: rotated, scaled, skewed.
///
/// A pixel is computed from the place of its middle in the source (``AffineSteps``). Pixels outside the source are
/// transparent.
///
/// - Nearest: the pixel of the source at that place.
/// - Bilinear: the mean of the four pixels around it, weighted by distance. First the left and the right pixel are
///   mixed in both rows, with a weight of 0 to 255/256, then the two rows; each step is rounded to the nearest weight
///   and colour. So edges are soft.
package struct AffineKernel {
    /// The pixels of a row that are computed before they are combined with the target.
    private static let length = 256

    private let source: PixelRows
    private let steps: AffineSteps
    private let composition: Composition
    /// The bits that are set in each pixel of the source: alpha, if the source is opaque.
    private let sourceBits: UInt32
    private let uInverse, vInverse: Double
    private let uLanes, vLanes: PixelBlock

    /// - Parameters:
    ///   - source: XRGB8888 or premultiplied ARGB8888, according to `composition`, with sides of at most 16384.
    ///   - steps: the places of the pixels, from the upper left pixel of `target` on.
    ///   - target: the pixels to draw.
    ///   - isSmooth: whether pixels are mixed bilinearly.
    ///   - composition: how the pixels are combined.
    package static func draw(
        _ source: PixelRows, _ steps: AffineSteps, to target: PixelRows, isSmooth: Bool, _ composition: Composition
    ) {
        let kernel = AffineKernel(source, steps, composition)
        // The array is on the stack, because a temporary allocation of this size would be on the heap.
        var scratch = InlineArray<264, UInt32>(repeating: 0)
        var span = scratch.mutableSpan
        span.withUnsafeMutableBufferPointer { scratch in
            guard let line = scratch.baseAddress else { return }
            if isSmooth {
                kernel.drawSmooth(to: target, line)
            } else {
                kernel.drawNearest(to: target, line)
            }
        }
    }

    private init(_ source: PixelRows, _ steps: AffineSteps, _ composition: Composition) {
        self.source = source
        self.steps = steps
        self.composition = composition.ofPixelsWithAlpha
        sourceBits = composition.sourceBits
        uInverse = 1 / Double(steps.uRight)
        vInverse = 1 / Double(steps.vRight)
        var lanes = (PixelBlock(), PixelBlock())
        for lane in 0..<PixelBlock.pixels {
            lanes.0[lane] = UInt32(truncatingIfNeeded: lane &* steps.uRight)
            lanes.1[lane] = UInt32(truncatingIfNeeded: lane &* steps.vRight)
        }
        (uLanes, vLanes) = lanes
    }

    private func drawNearest(to target: PixelRows, _ line: UnsafeMutablePointer<UInt32>) {
        let bits = sourceBits
        for y in 0..<target.height {
            let row = AffineRow(steps, y, uInverse: uInverse, vInverse: vInverse)
            let drawn = row.pixels(u: 0..<source.width << 32, v: 0..<source.height << 32, count: target.width)
            var x = drawn.lowerBound
            while x < drawn.upperBound {
                let count = min(Self.length, drawn.upperBound &- x)
                var (u, v) = (row.u &+ x &* steps.uRight, row.v &+ x &* steps.vRight)
                for index in 0..<count {
                    line[index] = source.row(v >> 32)[u >> 32] | bits
                    u &+= steps.uRight
                    v &+= steps.vRight
                }
                composition.put(target.row(y) + x, line, count: count)
                x &+= count
            }
        }
    }

    private func drawSmooth(to target: PixelRows, _ line: UnsafeMutablePointer<UInt32>) {
        // The place is relative to the middle of a source pixel, and rounded to the nearest weight.
        let steps = steps
        let shift = (1 << 31) &- (1 << 23)
        let (width, height) = (source.width, source.height)
        for y in 0..<target.height {
            let row = AffineRow(steps.moved(by: -shift), y, uInverse: uInverse, vInverse: vInverse)
            let drawn = row.pixels(u: -1 << 32..<width << 32, v: -1 << 32..<height << 32, count: target.width)
            guard !drawn.isEmpty else { continue }
            let inner = row.pixels(
                u: 0..<(width &- 1) << 32, v: 0..<(height &- 1) << 32, count: target.width)
            var x = drawn.lowerBound
            while x < drawn.upperBound {
                let end = min(x &+ Self.length, drawn.upperBound)
                let begun = x
                while x < end {
                    let (u, v) = (row.u &+ x &* steps.uRight, row.v &+ x &* steps.vRight)
                    if x < inner.lowerBound || x >= inner.upperBound {
                        let stop = x < inner.lowerBound ? min(end, inner.lowerBound) : end
                        let count = min(stop &- x, PixelBlock.pixels)
                        edge(u, v, count: count).store(at: line + (x &- begun))
                        x &+= count
                    } else if x &+ PixelBlock.pixels <= inner.upperBound {
                        interior(u, v).store(at: line + (x &- begun))
                        x &+= PixelBlock.pixels
                    } else {
                        let count = min(end &- x, PixelBlock.pixels)
                        edge(u, v, count: count).store(at: line + (x &- begun))
                        x &+= count
                    }
                }
                // A block may exceed the line's length.
                x = min(x, end)
                composition.put(target.row(y) + begun, line, count: end &- begun)
            }
        }
    }

    /// Returns a block whose pixels all are between four pixels of the source.
    @inline(__always)
    private func interior(_ u: Int, _ v: Int) -> PixelBlock {
        let (base, stride) = (UnsafeRawPointer(source.base), source.stride)
        var (u1, v1) = (u, v)
        @inline(__always)
        func next() -> (UInt64, UInt64) {
            let place = base + ((v1 >> 32) &* stride &+ (u1 >> 32) &* 4)
            u1 &+= steps.uRight
            v1 &+= steps.vRight
            return (
                place.loadUnaligned(as: UInt64.self), place.loadUnaligned(fromByteOffset: stride, as: UInt64.self)
            )
        }
        let (a, b, c, d) = (next(), next(), next(), next())
        let (e, f, g, h) = (next(), next(), next(), next())
        let top = (SIMD4(a.0, b.0, c.0, d.0), SIMD4(e.0, f.0, g.0, h.0))
        let bottom = (SIMD4(a.1, b.1, c.1, d.1), SIMD4(e.1, f.1, g.1, h.1))
        return mixed(PixelPairs(top), PixelPairs(bottom), u, v) | sourceBits
    }

    /// Returns the first pixels of a block, some of which are at the edge of the source; the others are undefined.
    @inline(__always)
    private func edge(_ u: Int, _ v: Int, count: Int) -> PixelBlock {
        var (u1, v1) = (u, v)
        var (upper, lower) = (PixelPairs(), PixelPairs())
        for lane in 0..<count {
            let (column, row) = (u1 >> 32, v1 >> 32)
            if row >= 0 { (upper.left[lane], upper.right[lane]) = pair(column, row) }
            if row &+ 1 < source.height { (lower.left[lane], lower.right[lane]) = pair(column, row &+ 1) }
            u1 &+= steps.uRight
            v1 &+= steps.vRight
        }
        return mixed(upper, lower, u, v)
    }

    /// Returns a pixel and its right neighbour; transparent if they are outside the row.
    @inline(__always)
    private func pair(_ column: Int, _ row: Int) -> (UInt32, UInt32) {
        let pixels = source.row(row)
        return (
            column >= 0 ? pixels[column] | sourceBits : 0,
            column &+ 1 < source.width ? pixels[column &+ 1] | sourceBits : 0
        )
    }

    @inline(__always)
    private func mixed(_ upper: PixelPairs, _ lower: PixelPairs, _ u: Int, _ v: Int) -> PixelBlock {
        let right = ((uLanes &+ UInt32(truncatingIfNeeded: u)) &>> 24).asFactors
        let down = ((vLanes &+ UInt32(truncatingIfNeeded: v)) &>> 24).asFactors
        return PixelBlock.mixture(
            PixelBlock.mixture(upper.left, upper.right, right), PixelBlock.mixture(lower.left, lower.right, right), down
        )
    }
}

/// Eight pixels and their right neighbours.
private struct PixelPairs {
    var left = PixelBlock()
    var right = PixelBlock()

    @inline(__always)
    init() {}

    /// - Parameter pairs: a pixel in the lower half of each, and its neighbour in the other.
    @inline(__always)
    init(_ pairs: (SIMD4<UInt64>, SIMD4<UInt64>)) {
        let near = unsafeBitCast(pairs.0, to: SIMD8<UInt32>.self)
        let far = unsafeBitCast(pairs.1, to: SIMD8<UInt32>.self)
        left = PixelBlock(lowHalf: near.evenHalf, highHalf: far.evenHalf)
        right = PixelBlock(lowHalf: near.oddHalf, highHalf: far.oddHalf)
    }
}
