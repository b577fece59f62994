import Testing

@testable import Screens

@Suite struct CanvasTests {
    private func pixels(_ canvas: borrowing Canvas) -> [UInt32] { canvas.makeImage().premultipliedPixels }

    /// Draws the same on both.
    private func draw(on surface: inout some Drawable & ~Copyable) throws {
        let image = try Image(size: Size(width: 2, height: 1), straight: [0xFFFF_0000, 0x8000_FF00])
        surface.clear(to: .blue)
        surface.fill(Rectangle(x: 0, y: 0, width: 2, height: 2), with: .red.opacity(0.5))
        surface.stroke(Rectangle(x: 1, y: 1, width: 5, height: 4), with: .white)
        surface.draw(image, at: (3, 3), opacity: 0.5, tint: .yellow, blend: .screen)
        surface.draw(image, center: (4, 4), rotation: .degrees(45), scale: 2, blend: .add)
        surface.draw("Ä", at: (2, 2), color: .green, background: .black.opacity(0.3))
        surface.drawLine(from: (0, 0), to: (7, 6), with: .white, width: 1.5, blend: .multiply)
    }

    @Test func aCanvasAndAViewAreDrawnAlike() throws {
        let board = DrawingBoard(8, 9)
        var failure: (any Error)?
        board.draw { view in
            do { try draw(on: &view) } catch { failure = error }
        }
        #expect(failure == nil)
        for isOpaque in [false, true] {
            var canvas = try Canvas(board.canvas.size, isOpaque: isOpaque)
            try draw(on: &canvas)
            // Over an opaque background, alpha makes no difference.
            #expect(pixels(canvas) == board.picture.pixels.map { $0 | 0xFF00_0000 })
        }
    }

    @Test func aCanvasIsTransparentAtFirstOrBlack() throws {
        #expect(try pixels(Canvas(Size(width: 2, height: 1))) == [0, 0])
        #expect(try pixels(Canvas(Size(width: 2, height: 1), isOpaque: true)) == [0xFF00_0000, 0xFF00_0000])
    }

    @Test func coloursWithAlphaStayPremultiplied() throws {
        var canvas = try Canvas(Size(width: 3, height: 1))
        canvas.fill(Rectangle(x: 0, y: 0, width: 2, height: 1), with: Color(argb: 0x80FF_0000))
        canvas.fill(Rectangle(x: 1, y: 0, width: 2, height: 1), with: Color(argb: 0x80FF_0000))
        #expect(pixels(canvas) == [0x8080_0000, 0xC0C0_0000, 0x8080_0000])
        canvas.clipped(to: Rectangle(x: 1, y: 0, width: 1, height: 1)) { $0.clear() }
        #expect(pixels(canvas) == [0x8080_0000, 0, 0x8080_0000])
    }

    @Test func anImageKeepsThePixelsThatItHad() throws {
        var canvas = try Canvas(Size(width: 2, height: 1))
        canvas.clear(to: .red)
        let image = canvas.makeImage()
        #expect(image == canvas.makeImage(), "no pixel is copied")
        canvas.fill(Rectangle(x: 0, y: 0, width: 1, height: 1), with: .blue)
        #expect(image.premultipliedPixels == [0xFFFF_0000, 0xFFFF_0000])
        #expect(pixels(canvas) == [0xFF00_00FF, 0xFFFF_0000])
        let second = canvas.makeImage()
        canvas.replacePixels { pixels, stride in
            pixels[0] = 0
            pixels[1] = 0x1010_1010
        }
        canvas.clear(to: .green)
        #expect(second.premultipliedPixels == [0xFF00_00FF, 0xFFFF_0000])
    }

    @Test func clipsAreInsideOneAnother() throws {
        let board = DrawingBoard(6, 3)
        board.draw { view in
            view.clipped(to: Rectangle(x: 1, y: 0, width: 3, height: 9)) { view in
                view.clipped(to: Rectangle(x: 2, y: 1, width: 9, height: 9)) { $0.fill($0.bounds, with: .white) }
                view.fill(Rectangle(x: 0, y: 0, width: 9, height: 1), with: .red)
                view.clipped(to: Rectangle(x: 5, y: 0, width: 1, height: 1)) { $0.fill($0.bounds, with: .green) }
            }
            view.fill(Rectangle(x: 0, y: 2, width: 1, height: 1), with: .blue)
        }
        #expect(
            board.drawing([0: ".", 0xFFFFFF: "w", 0xFF0000: "r", 0xFF: "b"]) == [".rrr..", "..ww..", "b.ww.."])
    }

    @Test func theBackgroundIsNotClipped() throws {
        let board = DrawingBoard(4, 1)
        let image = try Image(size: Size(width: 2, height: 1), opaque: [1, 2])
        board.draw { view in
            view.clipped(to: Rectangle(x: 0, y: 0, width: 1, height: 1)) {
                $0.contentMode = .topRight
                $0.backgroundColor = Color(argb: 0x00FF_FFFF)
                $0.image = image
            }
        }
        #expect(board.picture.pixels == [0xFFFFFF, 0xFFFFFF, 1, 2])
    }

    @Test func aClipEndsWithAnError() throws {
        struct Stop: Error {}
        var canvas = try Canvas(Size(width: 2, height: 1))
        #expect(throws: Stop.self) {
            try canvas.clipped(to: Rectangle(x: 0, y: 0, width: 1, height: 1)) { _ throws(Stop) in throw Stop() }
        }
        canvas.fill(canvas.bounds, with: .white)
        #expect(pixels(canvas) == [0xFFFF_FFFF, 0xFFFF_FFFF])
    }

    @Test func aPointerSeesAllPixels() throws {
        var canvas = try Canvas(Size(width: 3, height: 2))
        canvas.replaceUnsafePixels { surface in
            #expect(surface.format == .argb8888 && surface.size == Size(width: 3, height: 2))
            for y in 0..<2 {
                for x in 0..<3 {
                    let place = y * surface.bytesPerRow + 4 * x
                    surface.baseAddress.storeBytes(
                        of: 0x0100_0000 * UInt32(x + 3 * y), toByteOffset: place, as: UInt32.self)
                }
            }
        }
        #expect(pixels(canvas) == [0, 0x0100_0000, 0x0200_0000, 0x0300_0000, 0x0400_0000, 0x0500_0000])
        let board = DrawingBoard(2, 1)
        let damage = board.draw { view in
            view.replaceUnsafePixels { surface in
                #expect(surface.format == .xrgb8888)
                surface.baseAddress.storeBytes(of: 7, as: UInt32.self)
            }
        }
        #expect(damage == [Rectangle(x: 0, y: 0, width: 2, height: 1)] && board.picture[0, 0] == Color(rgb: 7))
    }

    @Test(arguments: [(0, 1), (1, 0), (-1, 5), (16385, 1)])
    func impossibleSizesAreRefused(width: Int, height: Int) {
        var code: ScreenError.Code?
        do throws(ScreenError) { _ = try Canvas(Size(width: width, height: height)) } catch { code = error.code }
        #expect(code == .invalidArgument)
    }
}
