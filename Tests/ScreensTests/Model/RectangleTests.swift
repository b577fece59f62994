import Testing

@testable import Screens

/// Rectangles of any numbers.
@Suite struct RectangleTests {
    private static let numbers = [Int.min, -7, 0, 1, 16384, Int.max]

    @Test func aUnionBeginsAtTheFirstRectangleAtAnyDistance() {
        for x in Self.numbers {
            for width in Self.numbers where width > 0 {
                let (one, other) = (
                    Rectangle(x: x, y: 2, width: width, height: 3), Rectangle(x: 5, y: x, width: 1, height: width)
                )
                let both = one.union(other)
                #expect(both.x == min(x, 5) && both.y == min(x, 2))
                // Saturated at the largest right and lower edge.
                let reach = min(width, Int.max - max(x, 0))
                #expect(both.width >= reach && both.height >= reach)
                #expect(both == other.union(one))
            }
        }
    }
}
