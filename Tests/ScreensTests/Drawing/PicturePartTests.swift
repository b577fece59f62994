import Testing

@testable import Screens

/// Parts of a picture and their damage.
@Suite struct PicturePartTests {
    @Test(
        arguments: [
            (Rectangle(x: 0, y: 0, width: 100, height: 80), ["10x10+0+0", "30x20+45+35"]),
            (Rectangle(x: 5, y: 5, width: 50, height: 40), ["5x5+0+0", "10x10+40+30"]),
            (Rectangle(x: 50, y: 40, width: 10, height: 10), ["10x10+0+0"]),
            (Rectangle(x: 80, y: 0, width: 20, height: 80), []),
        ])
    func damageIsRelativeToThePart(_ part: Rectangle, _ expected: [String]) {
        var damage = Damage(Rectangle(x: 0, y: 0, width: 10, height: 10))
        damage.insert(Rectangle(x: 45, y: 35, width: 30, height: 20))
        let clipped = damage.clipped(to: part)
        #expect((0..<clipped.count).map { clipped[$0].description } == expected)
    }

    /// Rows with the same stride that begin a few pixels later: the padding of the last row is not part of the picture.
    @Test(arguments: [0, 1, 3])
    func nothingOutsideThePartIsWritten(_ left: Int) {
        let picture = OwnedPixels(Size(width: 29, height: 6))
        let copied = OwnedPixels(Size(width: 26, height: 4))
        #expect(picture.pixels.stride == copied.pixels.stride)
        for y in 0..<6 { for x in 0..<29 { picture.pixels.row(y)[x] = UInt32(y * 100 + x) } }
        let part = Rectangle(x: left, y: 2, width: 26, height: 4)
        copied.pixels.copy(Damage(Rectangle(part.size)), from: picture.pixels.part(part))
        for y in 0..<4 {
            let expected = (0..<26).map { x in UInt32((y + 2) * 100 + x + left) }
            #expect((0..<26).map { copied.pixels.row(y)[$0] } == expected)
        }
        // The padding of the last row is unchanged.
        #expect((26..<32).map { copied.pixels.row(3)[$0] } == Array(repeating: 0, count: 6))
    }
}
