import Testing

@testable import Screens

@Suite struct VideoFormatTests {
    private func format(
        _ width: Int, _ height: Int, _ pixels: VideoPixelFormat = .yuv420p, rate: RefreshRate? = nil,
        aspect: Size = Size(width: 1, height: 1)
    ) throws -> VideoFormat {
        try VideoFormat(size: Size(width: width, height: height), pixels: pixels, rate: rate, pixelAspect: aspect)
    }

    @Test(
        arguments: [(0, 1), (1, 0), (-1, 5), (16385, 1), (1, 16385), (16384, 16384), (.max, .max), (.min, .min)]
            as [(Int, Int)])
    func sizesBeyondTheLimitsAreErrors(_ width: Int, _ height: Int) {
        #expect(throws: ScreenError.self) { try format(width, height) }
    }

    @Test(arguments: [(1, 3601), (1001, 1), (.max, 1), (1, .max)] as [(UInt64, UInt64)])
    func ratesBeyondTheLimitsAreErrors(_ numerator: UInt64, _ denominator: UInt64) {
        let rate = RefreshRate(numerator: numerator, denominator: denominator)
        #expect(throws: ScreenError.self) { try format(1, 1, rate: rate) }
    }

    @Test(arguments: [(0, 1), (1, 0), (-1, 1), (65536, 1)])
    func shapesBeyondTheLimitsAreErrors(_ width: Int, _ height: Int) {
        #expect(throws: ScreenError.self) { try format(1, 1, aspect: Size(width: width, height: height)) }
    }

    @Test func theColoursFollowFromTheSize() throws {
        #expect(try format(720, 576).matrix == .bt601 && format(1280, 720).matrix == .bt709)
        #expect(try format(720, 576).range == .limited && format(8, 8, .gray8).range == .full)
    }

    @Test func theShapeOfAPixelWidensThePicture() throws {
        #expect(try format(720, 576, aspect: Size(width: 16, height: 11)).displaySize == Size(width: 1047, height: 576))
        #expect(try format(1, 1, aspect: Size(width: 1, height: 65535)).displaySize == Size(width: 1, height: 1))
        #expect(
            try format(16384, 1, aspect: Size(width: 65535, height: 1)).displaySize.width == 16384 * 65535)
    }

    @Test(
        arguments: [
            (.xrgb8888, 60), (.argb8888, 60), (.rgb24, 45), (.bgr24, 45), (.rgb565, 30), (.gray8, 15), (.yuv420p, 27),
            (.yuv422p, 33),
            (.yuv444p, 45), (.yuv420p10, 54), (.nv12, 27), (.yuyv422, 36), (.p010, 54),
        ] as [(VideoPixelFormat, Int)])
    func theBytesOfAFrameOfOddSides(_ pixels: VideoPixelFormat, _ bytes: Int) throws {
        #expect(try format(5, 3, pixels).byteCount == bytes)
    }
}
