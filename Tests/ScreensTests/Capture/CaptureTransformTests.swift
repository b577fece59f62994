import Testing

@testable import Screens

@Suite struct CaptureTransformTests {
    /// Returns two rows of three pixels, numbered 1 to 6, after the transform.
    private func seen(_ rotation: UInt64, width: Int, height: Int) -> [UInt32] {
        var canvas = CaptureCanvas(size: Size(width: width, height: height))
        let source = CapturePixels(size: Size(width: 3, height: 2), pixels: (1...6).map { 0xFF00_0000 | $0 })
        var layer = CaptureLayer.make(source: source.size, at: Rectangle(x: 0, y: 0, width: width, height: height))
        layer.transform = CaptureTransform(rotation: rotation)
        canvas.draw(source, as: layer)
        return canvas.picture.pixels
    }

    @Test(
        arguments: [
            (1, [1, 2, 3, 4, 5, 6]), (4, [6, 5, 4, 3, 2, 1]), (1 | 16, [3, 2, 1, 6, 5, 4]),
            (1 | 32, [4, 5, 6, 1, 2, 3]),
            (1 | 16 | 32, [6, 5, 4, 3, 2, 1]), (4 | 16, [4, 5, 6, 1, 2, 3]),
        ] as [(UInt64, [UInt32])])
    func aRotatedPlaneIsTransformed(rotation: UInt64, expected: [UInt32]) {
        #expect(seen(rotation, width: 3, height: 2) == expected)
    }

    @Test(
        arguments: [
            // Counterclockwise: the upper right corner becomes the upper left.
            (2, [3, 6, 2, 5, 1, 4]), (8, [4, 1, 5, 2, 6, 3]), (2 | 16, [1, 4, 2, 5, 3, 6]),
            (2 | 32, [6, 3, 5, 2, 4, 1]),
        ] as [(UInt64, [UInt32])])
    func aPlaneRotatedByAQuarterIsTransformed(rotation: UInt64, expected: [UInt32]) {
        #expect(seen(rotation, width: 2, height: 3) == expected)
    }

    @Test func aPlaneIsScaledToTheNearestPixel() {
        #expect(seen(1, width: 6, height: 2) == [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6])
        #expect(seen(1, width: 1, height: 1) == [5])
        #expect(seen(2, width: 2, height: 6) == [3, 6, 3, 6, 2, 5, 2, 5, 1, 4, 1, 4])
    }
}
