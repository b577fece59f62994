import Screens
import Testing

@testable import ScreensTool

@Suite struct Y4MHeaderTests {
    private func header(_ text: String) throws -> Y4MHeader { try Y4MHeader(Array(text.utf8)) }

    @Test func aHeaderOfFFmpeg() throws {
        let header = try header("YUV4MPEG2 W1280 H720 F30000:1001 Ip A1:1 C420jpeg XYSCSS=420JPEG XCOLORRANGE=LIMITED")
        #expect(header.size == Size(width: 1280, height: 720) && header.pixels == .yuv420p)
        #expect(header.rate == RefreshRate(numerator: 30000, denominator: 1001) && header.range == .limited)
        #expect(header.pixelAspect == Size(width: 1, height: 1) && !header.isInterlaced)
    }

    @Test(
        arguments: [
            ("", .yuv420p), (" C420", .yuv420p), (" C420mpeg2", .yuv420p), (" C420paldv", .yuv420p),
            (" C422", .yuv422p),
            (" C444", .yuv444p), (" Cmono", .gray8), (" C420p10 XYSCSS=420P10", .yuv420p10),
        ] as [(String, VideoPixelFormat)])
    func colourSpaces(_ words: String, _ pixels: VideoPixelFormat) throws {
        #expect(try header("YUV4MPEG2 W2 H2 F25:1\(words)").pixels == pixels)
    }

    @Test(
        arguments: [
            ("", .center), (" C420", .center), (" C420jpeg", .center), (" C420mpeg2", .left), (" C420paldv", .topLeft),
            (" C422", nil), (" C444", nil), (" Cmono", nil), (" C420p10", nil),
        ] as [(String, ChromaSiting?)])
    func sitingsOfChroma(_ words: String, _ siting: ChromaSiting?) throws {
        #expect(try header("YUV4MPEG2 W2 H2 F25:1\(words)").siting == siting)
    }

    @Test func unknownValuesAreLeftOpen() throws {
        let header = try header("YUV4MPEG2 W2 H2 F0:0 A0:0 I? Q7 XANY=thing Z")
        #expect(header.rate == nil && header.range == nil && header.pixelAspect == Size(width: 1, height: 1))
        #expect(try self.header("YUV4MPEG2 W2 H2 XCOLORRANGE=FULL").range == .full)
        #expect(try self.header("YUV4MPEG2 W2 H2 It A16:11").isInterlaced)
        #expect(try self.header("YUV4MPEG2 W2 H2 It A16:11").pixelAspect == Size(width: 16, height: 11))
        #expect(try self.header("YUV4MPEG2  W2  H2 ").size == Size(width: 2, height: 2))
    }

    @Test(
        arguments: [
            ("16:11", 16, 11), ("32:22", 16, 11), ("140000:70000", 2, 1), ("999999999:999999999", 1, 1),
            ("100001:100000", 50001, 50000), ("999999998:999999999", 65531, 65531), ("65535:65534", 65535, 65534),
            ("70000:1", 70000, 1), ("999999999:1000", 999_999_999, 1000), ("5:0", 1, 1),
        ] as [(String, Int, Int)])
    func shapesOfPixelsAreInShortNumbers(_ text: String, _ width: Int, _ height: Int) throws {
        #expect(try header("YUV4MPEG2 W2 H2 A\(text)").pixelAspect == Size(width: width, height: height))
    }

    @Test(
        arguments: [
            "", " ", "RIFF", "YUV4MPEG", "YUV4MPEG22 W1 H1", "YUV4MPEG2", "YUV4MPEG2 W5", "YUV4MPEG2 H5",
            "YUV4MPEG2 W H5",
            "YUV4MPEG2 W-5 H5", "YUV4MPEG2 W5 H+5", "YUV4MPEG2 W9999999999 H5", "YUV4MPEG2 W99999999999999999999999 H5",
            "YUV4MPEG2 W5 H5 F", "YUV4MPEG2 W5 H5 F30", "YUV4MPEG2 W5 H5 F30:1:1", "YUV4MPEG2 W5 H5 F:1",
            "YUV4MPEG2 W5 H5 F-30:1", "YUV4MPEG2 W5 H5 A1", "YUV4MPEG2 W5 H5 C", "YUV4MPEG2 W5 H5 C411",
            "YUV4MPEG2 W5 H5 C420p12", "YUV4MPEG2 W5 H5 C444alpha", "YUV4MPEG2 W\u{660} H5", "YUV4MPEG2\tW5 H5",
        ])
    func hostileHeadersAreErrors(_ text: String) {
        #expect(throws: Y4MProblem.self) { try header(text) }
    }

    @Test func anyBytesCauseNoCrash() {
        let start = Array("YUV4MPEG2 W8 H8 F25:1 ".utf8)
        for _ in 0..<20_000 {
            var line = start + (0..<Int.random(in: 0...12)).map { _ in .random(in: 0...255) as UInt8 }
            for _ in 0..<Int.random(in: 0...2) { line[.random(in: 0..<line.count)] = .random(in: 0...255) }
            _ = try? Y4MHeader(line)
        }
    }

    @Test(
        arguments: [
            ("30", 30, 1), ("29.97", 30000, 1001), ("23.976", 24000, 1001), ("23.98", 24000, 1001),
            ("59.94", 60000, 1001),
            ("59.940", 60000, 1001), ("30000/1001", 30000, 1001), ("12.5", 125, 10), ("0.5", 5, 10), ("24.0", 240, 10),
            ("1000", 1000, 1), ("24.97", 2497, 100),
        ] as [(String, UInt64, UInt64)])
    func rates(_ text: String, _ numerator: UInt64, _ denominator: UInt64) {
        #expect(VideoArguments.rate(text) == RefreshRate(numerator: numerator, denominator: denominator))
    }

    @Test(arguments: [
        "", "0", "0.0", "-1", "+1", "1e3", "30 ", "1/0", "0/1", "1/2/3", "1.2.3", "nan", "30fps", "1.0000001", "1001",
    ])
    func textsThatAreNotRates(_ text: String) { #expect(VideoArguments.rate(text) == nil) }

    @Test(arguments: ["", "1280", "1280x", "x720", "1280x720x1", "-1x5", "1280X720", "1280 x 720", "9999999999x1"])
    func textsThatAreNotSizes(_ text: String) { #expect(VideoArguments.size(text) == nil) }
}
