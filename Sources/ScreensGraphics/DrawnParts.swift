import Screens

/// The parts of a picture that were drawn on, as a few rectangles. If there are too many, the nearest one grows.
///
/// The size is fixed, so that drawing does not allocate for it.
struct DrawnParts {
    private static let capacity = 16

    private var rectangles = InlineArray<16, Rectangle>(repeating: Rectangle(x: 0, y: 0, width: 0, height: 0))
    private(set) var count = 0

    subscript(index: Int) -> Rectangle { rectangles[index] }

    mutating func insert(_ rectangle: Rectangle) {
        guard !rectangle.isEmpty else { return }
        var (nearest, least) = (0, Int.max)
        for index in 0..<count {
            let union = rectangles[index].union(rectangle)
            let growth = union.width * union.height - rectangles[index].width * rectangles[index].height
            // The part is covered already.
            if growth == 0 { return }
            if growth < least { (nearest, least) = (index, growth) }
        }
        // A union costs nothing if it is not larger than both parts together.
        if count == Self.capacity || least <= rectangle.width * rectangle.height {
            rectangles[nearest] = rectangles[nearest].union(rectangle)
        } else {
            rectangles[count] = rectangle
            count += 1
        }
    }
}
