import Testing

@testable import Screens

@Suite struct CaptureCanvasTests {
    private func drawn(_ pixel: UInt32, at destination: Rectangle, opacity: UInt32 = 0xFFFF) -> [UInt32] {
        var canvas = CaptureCanvas(size: Size(width: 3, height: 2))
        let count = max(destination.width * destination.height, 0)
        let source = CapturePixels(size: destination.size, pixels: [UInt32](repeating: pixel, count: count))
        var layer = CaptureLayer.make(source: destination.size, at: destination)
        layer.opacity = opacity
        canvas.draw(source, as: layer)
        return canvas.picture.pixels
    }

    @Test(
        arguments: [
            (Rectangle(x: 1, y: 0, width: 1, height: 2), [0, 9, 0, 0, 9, 0]),
            (Rectangle(x: -1, y: 1, width: 2, height: 9), [0, 0, 0, 9, 0, 0]),
            (Rectangle(x: 3, y: 0, width: 1, height: 1), [0, 0, 0, 0, 0, 0]),
            (Rectangle(x: 0, y: 0, width: 0, height: 2), [0, 0, 0, 0, 0, 0]),
            (Rectangle(x: -5, y: -5, width: 20, height: 20), [9, 9, 9, 9, 9, 9]),
        ] as [(Rectangle, [UInt32])])
    func aLayerIsVisibleInsideThePicture(place: Rectangle, expected: [UInt32]) {
        #expect(drawn(0xFF00_0009, at: place) == expected)
    }

    @Test(
        arguments: [
            (CaptureBlending.premultiplied, 0x8040_2000, 0xFFFF, 0x00BF_9F7F),
            (.premultiplied, 0x0000_0000, 0xFFFF, 0x00FF_FFFF), (.premultiplied, 0xFF12_3456, 0xFFFF, 0x0012_3456),
            (.premultiplied, 0xFF00_0000, 0x8000, 0x007F_7F7F), (.coverage, 0x80FF_0000, 0xFFFF, 0x00FF_7F7F),
            (.coverage, 0x00FF_0000, 0xFFFF, 0x00FF_FFFF), (.opaque, 0x0012_3456, 0xFFFF, 0x0012_3456),
            (.opaque, 0x0000_0000, 0x8000, 0x007F_7F7F),
            // A colour above its alpha.
            (.premultiplied, 0x00FF_FFFF, 0xFFFF, 0x00FF_FFFF),
        ] as [(CaptureBlending, UInt32, UInt32, UInt32)])
    func aPixelIsBlendedOverWhite(mode: CaptureBlending, pixel: UInt32, opacity: UInt32, expected: UInt32) {
        let found = mode.blend(pixel, over: 0xFFFFFF, opacity: opacity)
        #expect(String(found, radix: 16) == String(expected, radix: 16))
    }
}
