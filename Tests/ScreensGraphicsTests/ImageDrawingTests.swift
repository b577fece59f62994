import Screens
import Testing

@testable import ScreensGraphics

/// Images that are drawn by a context, and contexts that draw images.
@Suite struct ImageDrawingTests {
    private static func colors() throws -> Image {
        try Image(size: Size(width: 2, height: 2), opaque: [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF])
    }

    @Test func anImageIsDrawnPixelByPixel() throws {
        let image = try Self.colors()
        var board = Board(4, 3)
        let drawn = board.draw { $0.draw(image, at: (1, 1)) }
        #expect(board.pixels == [0, 0, 0, 0, 0, 0xFF0000, 0x00FF00, 0, 0, 0x0000FF, 0xFFFFFF, 0])
        #expect(drawn == [Rectangle(x: 1, y: 1, width: 2, height: 2)])
    }

    @Test func anImageWithOpacityIsDrawnOver() throws {
        let image = try Image(size: Size(width: 2, height: 1), straight: [0x00FF_FFFF, 0xFF12_3456])
        var board = Board(2, 1, Color(rgb: 0x445566))
        board.draw { $0.draw(image, at: (0, 0)) }
        #expect(board.pixels == [0x445566, 0x123456])
    }

    @Test func aPatternIsRepeatedInBothDirections() throws {
        let image = try Self.colors()
        var board = Board(4, 4)
        board.draw { $0.fill(.rectangle(Rectangle(x: 0, y: 0, width: 4, height: 4)), with: .image(image, at: (1, 0))) }
        for y in 0..<4 {
            for x in 0..<4 {
                let expected: UInt32 = [[0x00FF00, 0xFF0000], [0xFFFFFF, 0x0000FF]][y % 2][x % 2]
                #expect(board[x, y] == expected)
            }
        }
    }

    @Test func aScaledImageHasItsColorsInTheCorners() throws {
        let image = try Self.colors()
        var board = Board(10, 10)
        board.draw { $0.draw(image, in: Rectangle(x: 1, y: 1, width: 8, height: 8)) }
        #expect(board.extent() == Rectangle(x: 1, y: 1, width: 8, height: 8))
        #expect([board[1, 1], board[8, 1], board[1, 8], board[8, 8]] == [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF])
    }

    @Test func aDrawnImageIsTransparentWhereNothingIsDrawn() throws {
        let image = try Image.drawn(size: Size(width: 3, height: 2)) { context in
            context.fill(Rectangle(x: 1, y: 0, width: 1, height: 2), with: Color(rgb: 0x102030))
            context.fill(.rectangle(Rectangle(x: 2, y: 1, width: 1, height: 1)), with: .color(.white.opacity(0.2)))
        }
        #expect(!image.isOpaque)
        #expect(image.premultipliedPixels == [0, 0xFF10_2030, 0, 0, 0xFF10_2030, 0x3333_3333])
    }

    @Test func anImageOfNoSizeIsAnError() {
        let error = #expect(throws: ScreenError.self) { try Image.drawn(size: Size(width: 0, height: 1)) { _ in } }
        #expect(error?.code == .invalidArgument)
    }
}
