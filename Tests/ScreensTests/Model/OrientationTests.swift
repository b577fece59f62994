import Testing

@testable import Screens

@Suite struct OrientationTests {
    /// A picture of three by two pixels in all orientations.
    private static let looks: [(Orientation, [[UInt32]])] = [
        (.upright, [[1, 2, 3], [4, 5, 6]]),
        (.clockwise, [[4, 1], [5, 2], [6, 3]]),
        (.upsideDown, [[6, 5, 4], [3, 2, 1]]),
        (.counterclockwise, [[3, 6], [2, 5], [1, 4]]),
        (Orientation(clockwiseQuarters: 0, isReflected: true), [[3, 2, 1], [6, 5, 4]]),
        (Orientation(clockwiseQuarters: 1, isReflected: true), [[6, 3], [5, 2], [4, 1]]),
        (Orientation(clockwiseQuarters: 2, isReflected: true), [[4, 5, 6], [1, 2, 3]]),
        (Orientation(clockwiseQuarters: 3, isReflected: true), [[1, 4], [2, 5], [3, 6]]),
    ]

    @Test(arguments: looks)
    func aPictureIsRotatedAndMirrored(orientation: Orientation, rows: [[UInt32]]) {
        let source = GuardedPixels(3, 2)
        for y in 0..<2 { for x in 0..<3 { source[x, y] = UInt32(y * 3 + x + 1) } }
        let target = GuardedPixels(rows[0].count, rows.count)
        target.pixels.copy(Rectangle(source.size), of: source.pixels, orientation)
        #expect((0..<rows.count).map { y in (0..<rows[0].count).map { target[$0, y] } } == rows)
    }

    @Test func orientationsCompose() {
        #expect(Set(Orientation.allCases).count == 8)
        let size = Size(width: 7, height: 4)
        let pixel = Rectangle(x: 2, y: 1, width: 3, height: 1)
        for one in Orientation.allCases {
            #expect(one.followed(by: one.inverse) == .upright && one.inverse.followed(by: one) == .upright)
            #expect(one.inverse.rectangle(one.rectangle(pixel, of: size), of: one.size(of: size)) == pixel)
            for next in Orientation.allCases {
                let both = one.followed(by: next)
                #expect(both.size(of: size) == next.size(of: one.size(of: size)))
                #expect(
                    both.rectangle(pixel, of: size)
                        == next.rectangle(one.rectangle(pixel, of: size), of: one.size(of: size)))
            }
        }
        #expect(Orientation(clockwiseQuarters: -1) == .counterclockwise)
        #expect(Orientation(clockwiseQuarters: .max) == .counterclockwise)
        #expect(Orientation(clockwiseQuarters: .min) == .upright)
    }

    @Test(arguments: Orientation.allCases, GuardedPixels.Side.allCases)
    func aRotatedPartIsInItsPlaceAndNothingElseChanges(orientation: Orientation, side: GuardedPixels.Side) {
        for _ in 0..<25 {
            let source = GuardedPixels(.random(in: 1...80), .random(in: 1...80), gap: 4, side: side)
            source.paint()
            let size = orientation.size(of: source.size)
            let target = GuardedPixels(size.width, size.height, gap: 12, side: side)
            let part = WildNumbers.rectangle(around: source.size)
            let back = orientation.inverse
            let expected = target.expecting { x, y in
                let from = back.rectangle(Rectangle(x: x, y: y, width: 1, height: 1), of: size)
                return part.holds(from.x, from.y) ? source[from.x, from.y] : nil
            }
            target.pixels.copy(part, of: source.pixels, orientation)
            #expect(target.bytes == expected)
        }
    }

    @Test func aPictureOfAnotherSizeIsNotCopied() {
        let source = GuardedPixels(5, 4)
        let target = GuardedPixels(5, 4)
        let before = target.bytes
        #expect(target.pixels.copy(Rectangle(source.size), of: source.pixels, .clockwise) == nil)
        #expect(target.bytes == before)
    }
}
