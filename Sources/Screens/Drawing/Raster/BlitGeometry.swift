/// Where what of a picture lands when it is put on another one without a change of size: clipped to both.
struct BlitGeometry: Equatable {
    /// The upper left pixel that is taken.
    let source: (x: Int, y: Int)
    /// Where it lands; as large as what is taken, and never empty.
    let target: Rectangle

    /// - Parameters:
    ///   - part: of the source; what of it lies outside of the source is not taken.
    ///   - place: where the upper left pixel of `part` is to land.
    ///   - clip: where pixels may land.
    /// - Returns: nil where none would land. Any numbers are safe.
    init?(taking part: Rectangle, of source: Size, at place: (x: Int, y: Int), in clip: Rectangle) {
        let taken = part.intersection(Rectangle(source))
        let moved = Rectangle(
            x: Self.sum(place.x, taken.x, minus: part.x), y: Self.sum(place.y, taken.y, minus: part.y),
            width: taken.width, height: taken.height)
        target = moved.intersection(clip)
        guard !target.isEmpty else { return nil }
        self.source = (taken.x + target.x - moved.x, taken.y + target.y - moved.y)
    }

    /// The exact sum, or the nearest number there is: so far out nothing lands.
    private static func sum(_ one: Int, _ other: Int, minus third: Int) -> Int {
        Int(clamping: Int128(one) + Int128(other) - Int128(third))
    }

    static func == (left: BlitGeometry, right: BlitGeometry) -> Bool {
        left.source == right.source && left.target == right.target
    }
}
