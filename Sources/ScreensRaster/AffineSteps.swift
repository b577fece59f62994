/// The place in a source of each pixel of a target, for an affine transform.
///
/// Places are in 1/2³² of a source pixel. They are exact for the steps, which are rounded to the nearest value.
package struct AffineSteps: Sendable {
    /// The place of the middle of the pixel at 0, 0 of the target.
    package let u, v: Int
    /// The change for each pixel to the right.
    package let uRight, vRight: Int
    /// The change for each pixel down.
    package let uDown, vDown: Int

    /// The largest absolute change, with which a picture of 16384 pixels shrinks to two pixels.
    private static let fastest = 8192.0
    /// The largest absolute place, with which no place overflows in a target with sides of at most 16384.
    private static let farthest = 0x1p29

    /// - Parameters:
    ///   - place: the place of the middle of the pixel at 0, 0, in pixels of the source.
    ///   - right: the change of the place for each pixel to the right; `down` is the change downwards.
    /// - Returns: nil if they are too large, such as for a picture that is scaled to nothing.
    package init?(place: (x: Double, y: Double), right: (x: Double, y: Double), down: (x: Double, y: Double)) {
        // Every comparison with NaN is false.
        guard abs(place.x) <= Self.farthest, abs(place.y) <= Self.farthest, abs(right.x) <= Self.fastest,
            abs(right.y) <= Self.fastest, abs(down.x) <= Self.fastest, abs(down.y) <= Self.fastest
        else { return nil }
        u = Self.fixed(place.x)
        v = Self.fixed(place.y)
        uRight = Self.fixed(right.x)
        vRight = Self.fixed(right.y)
        uDown = Self.fixed(down.x)
        vDown = Self.fixed(down.y)
    }

    private init(_ u: Int, _ v: Int, _ steps: AffineSteps) {
        self.u = u
        self.v = v
        uRight = steps.uRight
        vRight = steps.vRight
        uDown = steps.uDown
        vDown = steps.vDown
    }

    /// Returns the same steps with all places moved to the lower right.
    @inline(__always)
    func moved(by distance: Int) -> AffineSteps {
        AffineSteps(u &+ distance, v &+ distance, self)
    }

    private static func fixed(_ value: Double) -> Int {
        Int((value * 0x1p32).rounded())
    }
}

/// The pixels of a row whose places are in a range.
struct AffineRow {
    /// The places of the first pixel.
    let u, v: Int
    private let steps: AffineSteps
    private let uInverse, vInverse: Double

    @inline(__always)
    init(_ steps: AffineSteps, _ y: Int, uInverse: Double, vInverse: Double) {
        self.steps = steps
        u = steps.u &+ y &* steps.uDown
        v = steps.v &+ y &* steps.vDown
        self.uInverse = uInverse
        self.vInverse = vInverse
    }

    /// Returns which of the first `count` pixels have places inside both ranges.
    @inline(__always)
    func pixels(u uRange: Range<Int>, v vRange: Range<Int>, count: Int) -> Range<Int> {
        let across = Self.pixels(u, steps.uRight, uInverse, uRange, count)
        let down = Self.pixels(v, steps.vRight, vInverse, vRange, count)
        let first = max(across.lowerBound, down.lowerBound)
        return first..<max(first, min(across.upperBound, down.upperBound))
    }

    /// Returns the pixels whose places, which begin at `start` and grow by `step`, are in a range.
    @inline(__always)
    private static func pixels(
        _ start: Int, _ step: Int, _ inverse: Double, _ range: Range<Int>, _ count: Int
    ) -> Range<Int> {
        if step == 0 { return range.contains(start) ? 0..<count : 0..<0 }
        // A falling step is the mirrored case.
        let rises = step > 0
        let (from, by) = rises ? (start, step) : (~start, -step)
        let (lower, upper) =
            rises ? (range.lowerBound, range.upperBound) : (~range.upperBound &+ 1, ~range.lowerBound &+ 1)
        let inverse = rises ? inverse : -inverse
        let first = firstPixel(from, by, inverse, lower, count)
        return first..<max(first, firstPixel(from, by, inverse, upper, count))
    }

    /// Returns the first pixel whose place is not below `limit`, at most `count`.
    @inline(__always)
    private static func firstPixel(_ start: Int, _ step: Int, _ inverse: Double, _ limit: Int, _ count: Int) -> Int {
        // The estimate is off by one at most; the loops find the exact place.
        let estimate = Double(limit &- start) * inverse
        var x = estimate > 0 ? estimate < Double(count) ? Int(estimate) : count : 0
        while x > 0, start &+ (x &- 1) &* step >= limit { x &-= 1 }
        while x < count, start &+ x &* step < limit { x &+= 1 }
        return x
    }
}
