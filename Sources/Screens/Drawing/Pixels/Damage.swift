/// The changed parts of a picture, as a few rectangles. If there are too many, the nearest one grows.
///
/// The size is fixed, so that marking damage never allocates.
struct Damage: Sendable {
    static let capacity = 8

    private var rectangles = InlineArray<8, Rectangle>(repeating: Rectangle(x: 0, y: 0, width: 0, height: 0))
    private(set) var count = 0

    init() {}

    init(_ rectangle: Rectangle) {
        insert(rectangle)
    }

    var isEmpty: Bool { count == 0 }

    /// The number of pixels of all rectangles; overlaps count several times.
    var area: Int {
        var area = 0
        for index in 0..<count { area += rectangles[index].area }
        return area
    }

    /// Whether both have the same rectangles in the same order.
    func isSame(as other: Damage) -> Bool {
        guard count == other.count else { return false }
        for index in 0..<count where rectangles[index] != other.rectangles[index] { return false }
        return true
    }

    subscript(index: Int) -> Rectangle { rectangles[index] }

    mutating func removeAll() {
        count = 0
    }

    mutating func insert(_ rectangle: Rectangle) {
        guard !rectangle.isEmpty else { return }
        var best = -1
        var leastGrowth = Int.max
        for index in 0..<count {
            let union = rectangles[index].union(rectangle)
            let growth = union.area - rectangles[index].area
            if growth == 0 { return }
            if growth < leastGrowth {
                leastGrowth = growth
                best = index
            }
        }
        // Merging costs nothing if the union is not larger than both together.
        if best >= 0, count == Self.capacity || leastGrowth <= rectangle.area {
            rectangles[best] = rectangles[best].union(rectangle)
        } else {
            rectangles[count] = rectangle
            count += 1
        }
    }

    mutating func insert(_ other: Damage) {
        for index in 0..<other.count { insert(other[index]) }
    }

    /// The damage inside a part of the picture, relative to the upper left corner of that part.
    func clipped(to part: Rectangle) -> Damage {
        var clipped = Damage()
        for index in 0..<count {
            var rectangle = rectangles[index].intersection(part)
            guard !rectangle.isEmpty else { continue }
            rectangle.x -= part.x
            rectangle.y -= part.y
            clipped.insert(rectangle)
        }
        return clipped
    }
}
