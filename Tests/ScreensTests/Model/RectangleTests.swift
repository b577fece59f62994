import Testing

@testable import Screens

/// Rectangles with any numbers.
@Suite struct RectangleTests {
    private static let numbers = [Int.min, -7, 0, 1, 16384, Int.max]
    private let one = Rectangle(x: 2, y: 3, width: 5, height: 4)

    @Test func aUnionBeginsAtTheFirstRectangleAtAnyDistance() {
        for x in Self.numbers {
            for width in Self.numbers where width > 0 {
                let (one, other) = (
                    Rectangle(x: x, y: 2, width: width, height: 3), Rectangle(x: 5, y: x, width: 1, height: width)
                )
                let both = one.union(other)
                #expect(both.x == min(x, 5) && both.y == min(x, 2))
                // The result is saturated at the largest right and lower edge.
                let reach = min(width, Int.max - max(x, 0))
                #expect(both.width >= reach && both.height >= reach)
                #expect(both == other.union(one))
            }
        }
    }

    @Test func edgesAndMiddles() {
        #expect(one.maxX == 7 && one.maxY == 7 && one.midX == 4 && one.midY == 5)
        #expect(Rectangle.zero.isEmpty && Rectangle(x: .max, y: 0, width: .max, height: 1).maxX == .max)
        #expect(Rectangle(x: 3, y: 3, width: -5, height: 1).maxX == 3)
    }

    @Test func theMiddleIsAPoint() {
        #expect(one.center == (4.5, 5) && Rectangle(x: -4, y: 2, width: 4, height: -9).center == (-2, 2))
    }

    @Test func fractionsAreTheNearestPixels() {
        #expect(Rectangle(x: 0.4, y: 0.6, width: 10.2, height: 9) == Rectangle(x: 0, y: 1, width: 11, height: 9))
        // Columns of a third each leave no gap and do not overlap.
        let third = 100.0 / 3
        let columns = (0..<3).map { Rectangle(x: Double($0) * third, y: 0, width: third, height: 5) }
        #expect(columns.map(\.x) == [0, 33, 67] && columns.map(\.maxX) == [33, 67, 100])
        // Whole numbers without a point are `Int`.
        let whole = Rectangle(x: 1, y: 2, width: 7 / 2, height: 4)
        #expect(whole.width == 3)
        for number in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 0x1p63] {
            let wild = Rectangle(x: number, y: -number, width: number, height: 1)
            #expect(wild.intersection(one).isEmpty || one.contains(wild.intersection(one)))
        }
        #expect(Rectangle(x: .nan, y: 0.0, width: 5, height: 5).isEmpty)
    }

    @Test(arguments: [(2, 3, true), (6, 6, true), (7, 6, false), (6, 7, false), (1, 3, false), (.max, .min, false)])
    func aPixelIsInsideOrNot(x: Int, y: Int, isInside: Bool) {
        #expect(one.contains(x: x, y: y) == isInside)
    }

    @Test func rectanglesContainAndMeetOthers() {
        for _ in 0..<500 {
            let other = WildNumbers.rectangle(around: Size(width: 9, height: 9))
            #expect(one.contains(other) == (other.isEmpty || one.intersection(other) == other), "\(other)")
            #expect(one.intersects(other) == !one.intersection(other).isEmpty)
            let union = one.union(other)
            if union.width < .max, union.height < .max, union.x > .min, union.y > .min {
                #expect(union.contains(one) && union.contains(other))
            }
        }
    }

    @Test func insetsAndOffsetsNeverOverflow() {
        #expect(one.inset(by: 1) == Rectangle(x: 3, y: 4, width: 3, height: 2))
        #expect(one.inset(x: -2, y: 0) == Rectangle(x: 0, y: 3, width: 9, height: 4))
        #expect(one.inset(by: 3).isEmpty && one.inset(by: .max).isEmpty)
        #expect(one.inset(by: .min).width == .max)
        #expect(
            one.inset(by: EdgeInsets(top: 1, right: 2, bottom: 0, left: 1))
                == Rectangle(x: 3, y: 4, width: 2, height: 3))
        #expect(one.offset(x: -3, y: 4) == Rectangle(x: -1, y: 7, width: 5, height: 4))
        #expect(
            one.offset(x: .max, y: .min).x == .max
                && Rectangle(x: -2, y: 0, width: 1, height: 1).offset(x: .min, y: 0).x == .min)
    }
}
