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

    @Test func pixelsOfADrawnImageAreTransparentUntilTheyAreDrawn() throws {
        let image = try Image.drawn(size: Size(width: 3, height: 2)) { context in
            context.fill(Rectangle(x: 1, y: 0, width: 1, height: 2), with: Color(rgb: 0x102030))
            context.fill(.rectangle(Rectangle(x: 2, y: 1, width: 1, height: 1)), with: .color(.white.opacity(0.2)))
        }
        #expect(!image.isOpaque)
        #expect(image.premultipliedPixels == [0, 0xFF10_2030, 0, 0, 0xFF10_2030, 0x3333_3333])
    }

    @Test func aCanvasIsDrawnOnAsAViewIs() throws {
        var canvas = try Canvas(Size(width: 3, height: 1))
        canvas.drawGraphics { context in
            context.fill(Rectangle(x: 1, y: 0, width: 1, height: 1), with: Color(rgb: 0x102030).opacity(0.5))
        }
        #expect(canvas.makeImage().premultipliedPixels == [0, 0x8008_1018, 0])
    }

    @Test func theContextHasTheClipOfItsTarget() throws {
        let part = Rectangle(x: 1, y: 0, width: 2, height: 1)
        var canvas = try Canvas(Size(width: 4, height: 1), isOpaque: true)
        canvas.clipped(to: part) { canvas in
            canvas.drawGraphics { context in
                context.fill(Rectangle(x: 0, y: 0, width: 4, height: 1), with: .white)
                context.saved { $0.clip(to: Rectangle(x: 0, y: 0, width: 2, height: 1)) }
                context.stroke(.rectangle(Rectangle(x: 0, y: 0, width: 4, height: 1)), with: .white, width: 4)
            }
        }
        #expect(Picture(canvas.makeImage()).pixels == [0, 0xFFFFFF, 0xFFFFFF, 0])
    }

    @Test(
        arguments: zip(
            [BlendMode.over, .add, .multiply, .screen], [0x808080, 0xC0A090, 0x201008, 0xA09088] as [UInt32]))
    func colorsAreBlended(_ mode: BlendMode, _ expected: UInt32) {
        var board = Board(1, 1, Color(rgb: 0x402010))
        board.draw { context in
            context.saved { context in
                context.blendMode = mode
                context.fill(context.bounds, with: Color(rgb: 0x808080))
            }
            #expect(context.blendMode == .over)
        }
        let distances = [16, 8, 0].map { abs(Int(board[0, 0] >> $0 & 0xFF) - Int(expected >> $0 & 0xFF)) }
        #expect(distances.allSatisfy { $0 <= 1 }, "\(board.pixels) is not \(expected)")
    }

    @Test func aLayerIsBlendedAsAWhole() {
        var board = Board(1, 1, Color(rgb: 0x402010))
        board.draw { context in
            context.blendMode = .add
            context.layer(opacity: 1) { context in
                for _ in 0..<2 { context.fill(context.bounds, with: Color(rgb: 0x101010)) }
            }
            #expect(context.blendMode == .add)
        }
        #expect(board.pixels == [0x503020])
    }

    @Test func theContextUsesTheLibrarysTransform() {
        let transform = Transform.rotation(.degrees(90)).scaled(x: 2, y: 1).translated(x: 4, y: 1)
        var board = Board(8, 8)
        board.draw { context in
            context.transform(by: transform)
            context.fill(Rectangle(x: 0, y: 0, width: 3, height: 1), with: .white)
        }
        // From 0, 0 to 3, 1: x from -1 to 0 doubled, y from 0 to 3, both moved.
        #expect(board.extent() == Rectangle(x: 2, y: 1, width: 2, height: 3))
    }

    @Test func anImageOfNoSizeIsAnError() {
        let error = #expect(throws: ScreenError.self) { try Image.drawn(size: Size(width: 0, height: 1)) { _ in } }
        #expect(error?.code == .invalidArgument)
    }
}
