/// A straight line with soft edges.
///
/// The coverage of a pixel is the product of two terms, one across the line and one along it. The first is `width / 2 +
/// 1/2` minus the distance of the pixel's middle from the middle of the line, limited to 0 to 1 and to the width; the
/// second is the same along the line. So an edge that crosses a pixel covers a part of it. Distances are in 1/65536 of
/// a pixel, coverages in 1/255, rounded to the nearest value.
package struct LineKernel {
    private static let length = 256
    private static let one = 65536.0
    /// The largest width; distances stay within 32 bits.
    private static let widest = 8192.0

    /// The distances across and along the line from its middle: at the middle of the pixel at 0, 0, with the change for
    /// each pixel to the right and down.
    private let across, along: Slope
    private let acrossLimit, alongLimit: Limit

    /// - Parameters:
    ///   - target: the pixels to draw.
    ///   - start: one end, in pixels from the upper left corner of the target; `end` is the other one.
    ///   - pixel: the colour, premultiplied ARGB8888.
    package static func draw(
        _ target: PixelRows, from start: (x: Double, y: Double), to end: (x: Double, y: Double), width: Double,
        with pixel: UInt32, _ composition: Composition
    ) {
        let width = min(width, widest)
        guard let (start, end) = visible(start, end, in: target, margin: width / 2 + 2),
            let kernel = LineKernel(start, end, width)
        else { return }
        var scratch = InlineArray<264, UInt32>(repeating: 0)
        var span = scratch.mutableSpan
        span.withUnsafeMutableBufferPointer { scratch in
            guard let line = scratch.baseAddress else { return }
            for y in 0..<target.height { kernel.draw(row: y, of: target, pixel, composition, line) }
        }
    }

    /// Returns the part of a line whose ends are near the target, so that distances are small.
    private static func visible(
        _ start: (x: Double, y: Double), _ end: (x: Double, y: Double), in target: PixelRows, margin: Double
    ) -> ((x: Double, y: Double), (x: Double, y: Double))? {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let (width, height) = (Double(target.width), Double(target.height))
        let sides: InlineArray<4, (Double, Double)> = [
            (-dx, start.x + margin), (dx, width + margin - start.x), (-dy, start.y + margin),
            (dy, height + margin - start.y),
        ]
        var (first, last) = (0.0, 1.0)
        for index in sides.indices {
            let (distance, room) = sides[index]
            if distance == 0, room < 0 { return nil }
            if distance < 0 { first = max(first, room / distance) }
            if distance > 0 { last = min(last, room / distance) }
        }
        guard first < last else { return nil }
        return ((start.x + first * dx, start.y + first * dy), (start.x + last * dx, start.y + last * dy))
    }

    private init?(_ start: (x: Double, y: Double), _ end: (x: Double, y: Double), _ width: Double) {
        let (dx, dy) = (end.x - start.x, end.y - start.y)
        let length = (dx * dx + dy * dy).squareRoot()
        guard length > 0, width > 0, length.isFinite else { return nil }
        let (x, y) = (dx / length, dy / length)
        let middle = (x: (start.x + end.x) / 2 - 0.5, y: (start.y + end.y) / 2 - 0.5)
        along = Slope(x, y, from: middle)
        across = Slope(-y, x, from: middle)
        acrossLimit = Limit(width)
        alongLimit = Limit(length)
    }

    private func draw(
        row y: Int, of target: PixelRows, _ pixel: UInt32, _ composition: Composition,
        _ line: UnsafeMutablePointer<UInt32>
    ) {
        let drawn = across.pixels(y, within: acrossLimit.reach, count: target.width)
            .clamped(to: along.pixels(y, within: alongLimit.reach, count: target.width))
        let channels = PixelBlock(repeating: pixel)
        let (blueAndRed, greenAndAlpha) = (channels.blueAndRed, channels.greenAndAlpha)
        var x = drawn.lowerBound
        while x < drawn.upperBound {
            let count = min(Self.length, drawn.upperBound &- x)
            var place = 0
            while place < count {
                let cover = acrossLimit.coverage(across.block(x &+ place, y))
                    .multiplied(byPart: alongLimit.coverage(along.block(x &+ place, y)))
                PixelBlock(
                    blueAndRed: blueAndRed.multiplied(byPart: cover),
                    greenAndAlpha: greenAndAlpha.multiplied(byPart: cover)
                ).store(at: line + place)
                place &+= PixelBlock.pixels
            }
            composition.put(target.row(y) + x, line, count: count)
            x &+= count
        }
    }

    /// A distance that grows evenly over the pixels, in 1/65536 of a pixel.
    private struct Slope {
        private let start, right, down: Int
        private let lanes: SIMD8<Int32>

        /// - Parameter origin: the place at which the distance is 0.
        init(_ x: Double, _ y: Double, from origin: (x: Double, y: Double)) {
            right = Int((x * LineKernel.one).rounded())
            down = Int((y * LineKernel.one).rounded())
            start = Int(((-origin.x * x - origin.y * y) * LineKernel.one).rounded())
            var lanes = SIMD8<Int32>()
            for lane in 0..<8 { lanes[lane] = Int32(truncatingIfNeeded: lane &* right) }
            self.lanes = lanes
        }

        @inline(__always)
        func block(_ x: Int, _ y: Int) -> SIMD8<Int32> {
            SIMD8(repeating: Int32(truncatingIfNeeded: start &+ x &* right &+ y &* down)) &+ lanes
        }

        /// Returns the pixels of a row whose distance is within a reach, and perhaps one more at each end.
        func pixels(_ y: Int, within reach: Int, count: Int) -> Range<Int> {
            let first = start &+ y &* down
            if right == 0 { return abs(first) <= reach ? 0..<count : 0..<0 }
            let (one, other) = ((-reach &- first) / right, (reach &- first) / right)
            let (lower, upper) = (min(one, other) &- 1, max(one, other) &+ 2)
            let start = min(max(lower, 0), count)
            return start..<max(start, min(upper, count))
        }
    }

    /// The distance from the middle up to which something is covered, in 1/65536 of a pixel.
    private struct Limit {
        /// Half of the width, plus half a pixel.
        let reach: Int
        /// The largest coverage.
        private let most: Int32

        init(_ width: Double) {
            reach = Int((width / 2 * LineKernel.one).rounded()) + 32768
            most = Int32((min(width, 1) * LineKernel.one).rounded())
        }

        /// Returns the coverages for distances, 0 to 255, twice in each word.
        @inline(__always)
        func coverage(_ distances: SIMD8<Int32>) -> SIMD16<UInt16> {
            let signs = distances &>> 31
            let inside = SIMD8(repeating: Int32(truncatingIfNeeded: reach)) &- ((distances ^ signs) &- signs)
            // The coverage is limited to 0 to `most`.
            let room = SIMD8(repeating: most) &- (inside & ~(inside &>> 31))
            let cover = SIMD8(repeating: most) &- (room & ~(room &>> 31))
            return unsafeBitCast((cover &- (cover &>> 8) &+ 128) &>> 8, to: PixelBlock.self).asFactors
        }
    }
}
