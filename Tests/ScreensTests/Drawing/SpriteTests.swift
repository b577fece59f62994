import Testing

@testable import Screens

@Suite struct SpriteTests {
    /// Pixels that are their own numbers.
    private func numbered(_ width: Int, _ height: Int) throws -> Image {
        try Image(size: Size(width: width, height: height), opaque: (0..<UInt32(width * height)).map(\.self))
    }

    private func code(_ make: () throws(ScreenError) -> some Any) -> ScreenError.Code? {
        do throws(ScreenError) {
            _ = try make()
            return nil
        } catch {
            return error.code
        }
    }

    @Test func aPartOfAnImageSharesItsPixels() throws {
        let image = try numbered(4, 3)
        let part = try #require(image.cropped(to: Rectangle(x: 1, y: 1, width: 9, height: 2)))
        #expect(part.size == Size(width: 3, height: 2))
        #expect(part.premultipliedPixels.map { $0 & 0xFF } == [5, 6, 7, 9, 10, 11])
        let inner = try #require(part.cropped(to: Rectangle(x: 1, y: 1, width: 1, height: 1)))
        #expect(inner == image.cropped(to: Rectangle(x: 2, y: 2, width: 1, height: 1)) && inner != part)
        #expect(image.cropped(to: Rectangle(image.size)) == image)
        #expect(image.cropped(to: Rectangle(x: 4, y: 0, width: 1, height: 1)) == nil)
        let board = DrawingBoard(4, 3)
        board.draw { $0.draw(part, part: Rectangle(x: 1, y: 0, width: 5, height: 5), at: (0, 0)) }
        #expect(board.picture.pixels == [6, 7, 0, 0, 10, 11, 0, 0, 0, 0, 0, 0])
    }

    @Test func aGridIsCountedRowByRow() throws {
        let sheet = try SpriteSheet(numbered(4, 4), columns: 2, rows: 2)
        #expect(sheet.count == 4 && sheet.images.count == 4)
        #expect(sheet[1].premultipliedPixels.map { $0 & 0xFF } == [2, 3, 6, 7])
        #expect(sheet[column: 0, row: 1] == sheet[2] && sheet["any"] == nil)
        let spaced = try SpriteSheet(numbered(7, 4), columns: 2, rows: 1, spacing: 1, margin: 1)
        #expect(spaced[1].premultipliedPixels.map { $0 & 0xFF } == [11, 12, 18, 19])
    }

    @Test func partsHaveNames() throws {
        let parts = [
            "walk": Rectangle(x: 1, y: 0, width: 2, height: 1), "jump": Rectangle(x: 0, y: 1, width: 1, height: 1),
        ]
        let sheet = try SpriteSheet(numbered(4, 2), parts: parts)
        #expect(sheet["walk"]?.premultipliedPixels.map { $0 & 0xFF } == [1, 2] && sheet["run"] == nil)
        #expect(sheet[0] == sheet["jump"])
        let outside = ["walk": Rectangle(x: 3, y: 0, width: 2, height: 1)]
        let image = try numbered(4, 2)
        #expect(code { () throws(ScreenError) in try SpriteSheet(image, parts: outside) } == .invalidArgument)
    }

    @Test(arguments: [
        (3, 1, 0, 0), (0, 1, 0, 0), (-1, 1, 0, 0), (1, 1, 0, 2), (2, 1, .max, 0), (5, 1, 0, 0), (2, 2, -1, 0),
    ])
    func impossibleGridsAreRefused(columns: Int, rows: Int, spacing: Int, margin: Int) throws {
        let image = try numbered(4, 4)
        #expect(
            code { () throws(ScreenError) in
                try SpriteSheet(image, columns: columns, rows: rows, spacing: spacing, margin: margin)
            } == .invalidArgument)
    }

    @Test func anAnimationHasAnImageForEachTime() throws {
        let sheet = try SpriteSheet(numbered(3, 1), columns: 3, rows: 1)
        let images = zip(sheet.images, [100, 50, 150]).map { AnimatedImage.TimedImage($0, for: .milliseconds($1)) }
        let loop = try AnimatedImage(images)
        let once = try AnimatedImage(images, repeats: false)
        #expect(loop.duration == .milliseconds(300))
        let table: [(time: Int, loop: Int, once: Int, next: Int, last: Int?)] = [
            (-10, 0, 0, 110, 110), (0, 0, 0, 100, 100), (99, 0, 0, 1, 1), (100, 1, 1, 50, 50), (149, 1, 1, 1, 1),
            (150, 2, 2, 150, nil), (299, 2, 2, 1, nil), (300, 0, 2, 100, nil), (3_000_140, 1, 2, 10, nil),
        ]
        for row in table {
            let time = Duration.milliseconds(row.time)
            #expect(loop.index(at: time) == row.loop && once.index(at: time) == row.once, "\(row.time)")
            #expect(loop.timeToNextImage(at: time) == .milliseconds(row.next), "\(row.time)")
            #expect(once.timeToNextImage(at: time) == row.last.map { .milliseconds($0) }, "\(row.time)")
            #expect(loop.image(at: time) == sheet[row.loop])
        }
        #expect(try AnimatedImage([sheet[0]], each: .seconds(1)).timeToNextImage(at: .seconds(5)) == nil)
    }

    @Test func impossibleAnimationsAreRefused() throws {
        let image = try numbered(1, 1)
        #expect(code { () throws(ScreenError) in try AnimatedImage([]) } == .invalidArgument)
        #expect(code { () throws(ScreenError) in try AnimatedImage([image], each: .zero) } == .invalidArgument)
    }
}
