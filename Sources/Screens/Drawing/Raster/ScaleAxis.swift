/// One direction of a scaling: which of the source's pixels a pixel of the target is made of.
///
/// Positions are in 1/2³² of a source's pixel. The middle of the target is the middle of the source, as are the edges'.
struct ScaleAxis {
    /// The first pixel of the source.
    let first: Int
    /// How many the source has, 1 to 16384.
    let length: Int
    private let target: Int
    private let targetLength: Int
    private let step: Int
    private let start: Int

    /// Makes up for the step's fraction that is lost: up to 32,768 pixels of the target no position is below the exact one.
    private static let bias = 1 << 15
    private static let half = 1 << 31

    /// - Parameters:
    ///   - source: at least one pixel.
    ///   - target: where the first of them begins.
    ///   - targetLength: how many pixels it becomes, at least 1; the end is a number, too.
    init(source: Range<Int>, target: Int, targetLength: Int) {
        first = source.lowerBound
        length = source.count
        self.target = target
        self.targetLength = targetLength
        step = (length << 32) / targetLength
        start = step / 2 + Self.bias
    }

    /// Whether the target has fewer pixels.
    var isShrinking: Bool { step > 1 << 32 }
    /// Whether the target has less than half as many.
    var isShrinkingByHalf: Bool { step > 2 << 32 }

    /// The pixel in which the middle of a target's pixel lies.
    ///
    /// - Parameter place: inside the target.
    @inline(__always)
    func nearest(_ place: Int) -> Int {
        let position = (place &- target) &* step &+ start
        return first &+ min(position >> 32, length &- 1)
    }

    /// The two pixels between whose middles that of a target's pixel lies: the first of them, and how much of the second
    /// is in the mixture, 0 to 256. Outside of the outermost middles it is the outermost pixel.
    ///
    /// - Parameter place: inside the target.
    @inline(__always)
    func pair(_ place: Int) -> (index: Int, weight: UInt32) {
        // Rounded to the nearest weight.
        let position = (place &- target) &* step &+ start &- Self.half &+ (1 << 23)
        let index = position >> 32
        if index < 0 { return (first, 0) }
        if index >= length &- 1 { return length > 1 ? (first &+ length &- 2, 256) : (first, 0) }
        return (first &+ index, UInt32(truncatingIfNeeded: position >> 24) & 0xFF)
    }

    /// The pixels of the target that may have to be drawn anew when pixels of the source have changed: all that are made
    /// of them, and a few beside.
    func targets(of changed: Range<Int>) -> Range<Int> {
        let changed = changed.clamped(to: first..<first &+ length)
        guard !changed.isEmpty else { return target..<target }
        // A pixel is part of those that lie up to a pixel of the source beside it.
        let lower = Int128(changed.lowerBound - first - 1) * Int128(targetLength) / Int128(length) - 2
        let upper = Int128(changed.upperBound - first + 1) * Int128(targetLength) / Int128(length) + 2
        return target &+ Int(max(lower, 0))..<target &+ Int(min(upper, Int128(targetLength)))
    }
}
