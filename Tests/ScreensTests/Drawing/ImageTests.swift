import Testing

@testable import Screens

@Suite struct ImageTests {
    @Test(
        arguments: [
            (0, 1, 0), (1, 0, 0), (-1, -1, 1), (2, 2, 3), (2, 2, 5), (16385, 1, 16385), (.max, .max, 1),
            (.max, 2, 0), (.min, 1, 0), (1 << 32, 1 << 32, 0),
        ] as [(Int, Int, Int)])
    func anImageOfAnotherSizeThanItsPixelsIsRefused(width: Int, height: Int, count: Int) {
        let size = Size(width: width, height: height)
        let pixels = [UInt32](repeating: 0, count: count)
        func code(_ make: () throws(ScreenError) -> Image) -> ScreenError.Code? {
            do throws(ScreenError) {
                _ = try make()
                return nil
            } catch {
                return error.code
            }
        }
        #expect(code { () throws(ScreenError) in try Image(size: size, premultiplied: pixels) } == .invalidArgument)
        #expect(code { () throws(ScreenError) in try Image(size: size, straight: pixels) } == .invalidArgument)
        #expect(code { () throws(ScreenError) in try Image(size: size, opaque: pixels) } == .invalidArgument)
        guard size != Size(width: 2, height: 2) else { return }
        #expect(code { () throws(ScreenError) in try Image(size: size) { _ in } } == .invalidArgument)
    }

    @Test func pixelsAreNormalized() throws {
        let size = Size(width: 3, height: 1)
        let straight = try Image(size: size, straight: [0xFF12_3456, 0x80FF_8001, 0x00FF_FFFF])
        #expect(straight.premultipliedPixels == [0xFF12_3456, 0x8080_4001, 0] && !straight.isOpaque)
        // Channels above their alpha.
        let bright = try Image(size: size, premultiplied: [0x10FF_0810, 0xFFFF_FFFF, 0x0000_0001])
        #expect(bright.premultipliedPixels == [0x1010_0810, 0xFFFF_FFFF, 0])
        let opaque = try Image(size: size, opaque: [0x0012_3456, 0xAB00_0001, 0])
        #expect(opaque.premultipliedPixels == [0xFF12_3456, 0xFF00_0001, 0xFF00_0000] && opaque.isOpaque)
        let drawn = try Image(size: size) { pixels in
            pixels[1] = 0xFF00_00FF
            pixels[2] = 0x01FF_FFFF
        }
        #expect(drawn.premultipliedPixels == [0, 0xFF00_00FF, 0x0101_0101] && !drawn.isOpaque)
        #expect(try Image(size: size, straight: [0xFF00_0000, 0xFF00_0001, 0xFFFF_FFFF]).isOpaque)
        let board = DrawingBoard(3, 1)
        board.draw { $0.draw(opaque, at: (0, 0)) }
        #expect(Image(board.picture).premultipliedPixels == opaque.premultipliedPixels)
    }

    @Test func straightPixelsAreMultipliedExactly() throws {
        let pixels = (0..<0x10000).map { UInt32($0 >> 8) << 24 | UInt32($0 & 255) }
        let image = try Image(size: Size(width: 256, height: 256), straight: pixels)
        let wrong = zip(pixels, image.premultipliedPixels).filter { (straight: UInt32, product: UInt32) -> Bool in
            let exact = (Double(straight & 255) * Double(straight >> 24) / 255).rounded()
            let expected: UInt32 = straight & 0xFF00_0000 | UInt32(exact)
            return product != expected
        }
        #expect(wrong.isEmpty)
    }

    @Test func onlyCopiesAreEqual() throws {
        let image = try Image(size: Size(width: 1, height: 1), opaque: [1])
        let copy = image
        let other = try Image(size: Size(width: 1, height: 1), opaque: [1])
        #expect(image == copy && image != other && Set([image, copy, other]).count == 2)
    }
}
