/// One axis of a scaling: maps pixels of the target to pixels of the source.
///
/// Positions are in 1/2³² of a source pixel. The middles and the edges of source and target coincide.
package struct ScaleAxis {
    /// The first pixel of the source.
    let first: Int
    /// The number of pixels of the source, 1 to 16384.
    let length: Int
    private let target: Int
    private let targetLength: Int
    private let step: Int
    private let start: Int

    /// A compensation for the rounding of the step: up to 32,768 target pixels, no position is below the exact one.
    private static let bias = 1 << 15
    private static let half = 1 << 31

    /// - Parameters:
    ///   - source: the range in the source, at least one pixel.
    ///   - target: the place of its first pixel in the target.
    ///   - targetLength: the number of pixels in the target, at least 1; the end must not overflow.
    package init(source: Range<Int>, target: Int, targetLength: Int) {
        first = source.lowerBound
        length = source.count
        self.target = target
        self.targetLength = targetLength
        step = (length << 32) / targetLength
        start = step / 2 + Self.bias
    }

    /// Whether the target has fewer pixels.
    var isShrinking: Bool { step > 1 << 32 }
    /// Whether the target has less than half as many pixels.
    var isShrinkingByHalf: Bool { step > 2 << 32 }

    /// Returns the source pixel at the middle of a target pixel.
    ///
    /// - Parameter place: a place inside the target.
    @inline(__always)
    func nearest(_ place: Int) -> Int {
        let position = (place &- target) &* step &+ start
        return first &+ min(position >> 32, length &- 1)
    }

    /// Returns the two source pixels around the middle of a target pixel: the index of the first one, and the weight of
    /// the second one, 0 to 256. At the edges, only the outermost pixel counts.
    ///
    /// - Parameter place: a place inside the target.
    @inline(__always)
    func pair(_ place: Int) -> (index: Int, weight: UInt32) {
        // The position is rounded to the nearest weight.
        let position = (place &- target) &* step &+ start &- Self.half &+ (1 << 23)
        let index = position >> 32
        if index < 0 { return (first, 0) }
        if index >= length &- 1 { return length > 1 ? (first &+ length &- 2, 256) : (first, 0) }
        return (first &+ index, UInt32(truncatingIfNeeded: position >> 24) & 0xFF)
    }
}
