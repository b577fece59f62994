import CScreensTurboJPEG
import Testing

@testable import Screens
@testable import ScreensPictures

@Suite struct JPEGDecoderTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable () throws -> [UInt8]
        /// The colours of the four fields, `0xRRGGBB`.
        let colors: [UInt32]
    }

    private static let plain: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF, 0xFFFFFF]
    private static let greys: [UInt32] = [0x4C4C4C, 0x969696, 0x1D1D1D, 0xFFFFFF]
    /// Red, green, blue and white as Adobe stores ink: 255 means no ink.
    private static func ink(_ x: Int, _ y: Int) -> UInt32 {
        let rgb = JPEGBuilder.fields(x, y)
        return 0xFF00_0000 | (rgb & 0xFF) << 16 | rgb & 0xFF00 | rgb >> 16
    }

    static let samples: [Sample] = [
        Sample(
            testDescription: "full colour", make: { try JPEGBuilder(color: JPEGBuilder.fields).bytes() },
            colors: plain),
        Sample(
            testDescription: "half the colour",
            make: { try JPEGBuilder(subsampling: TJSAMP_420, color: JPEGBuilder.fields).bytes() },
            colors: plain),
        Sample(
            testDescription: "progressive",
            make: { try JPEGBuilder(isProgressive: true, color: JPEGBuilder.fields).bytes() }, colors: plain),
        Sample(
            testDescription: "grey",
            make: { try JPEGBuilder(subsampling: TJSAMP_GRAY, color: JPEGBuilder.fields).bytes() },
            colors: greys),
        Sample(
            testDescription: "four colours", make: { try JPEGBuilder(color: ink, isFourColors: true).bytes() },
            colors: plain),
    ]

    @Test(arguments: samples)
    func everyKindComesOutAlike(sample: Sample) throws {
        let picture = try PictureFile.decode(try sample.make(), name: "it") { Issue.record("warned: \($0)") }
        #expect(picture.size == Size(width: 32, height: 16))
        #expect(picture.isOpaque)
        let found = [(4, 4), (28, 4), (4, 12), (28, 12)].map { picture.pixels[$0.1 * 32 + $0.0] }
        for (pixel, expected) in zip(found, sample.colors) {
            #expect(pixel >> 24 == 255)
            for shift in [0, 8, 16] as [UInt32] {
                let distance = Int(pixel >> shift & 0xFF) - Int(expected >> shift & 0xFF)
                #expect(abs(distance) <= 4, "\(String(pixel, radix: 16)) instead of \(String(expected, radix: 16))")
            }
        }
    }

    @Test(
        arguments: [
            // No ink, cyan, half of magenta, black, and yellow under half of black.
            (0x0000_0000, 0xFFFF_FFFF), (0x0000_00FF, 0xFF00_FFFF), (0x0000_8000, 0xFFFF_7FFF),
            (0xFF00_0000, 0xFF00_0000), (0x80FF_0000, 0xFF7F_7F00),
        ] as [(UInt32, UInt32)])
    func inkTakesLightAway(ink: UInt32, expected: UInt32) {
        #expect(String(JPEGDecoder.light(ofInk: ink, isInverted: false), radix: 16) == String(expected, radix: 16))
        #expect(JPEGDecoder.light(ofInk: ~ink, isInverted: true) == expected)
    }

    @Test func aFileThatEndsTooEarlySaysSo() throws {
        let bytes = try JPEGBuilder(color: JPEGBuilder.fields).bytes()
        let failure = #expect(throws: PictureError.self) {
            try PictureFile.decode(Array(bytes.dropLast(40)), name: "it") { _ in }
        }
        #expect(failure?.code == .damaged)
        #expect(failure?.problem.hasPrefix("it is incomplete: ") == true)
    }

    @Test func aFlawThatLosesNothingIsReportedAndThePictureShown() throws {
        let whole = try JPEGBuilder(color: JPEGBuilder.fields).bytes()
        let odd = Array(whole.dropLast(2)) + [UInt8](repeating: 0x11, count: 40) + whole.suffix(2)
        var warnings: [String] = []
        let picture = try PictureFile.decode(odd, name: "it") { warnings.append($0) }
        #expect(warnings.count == 1)
        #expect(warnings.first?.hasPrefix("it has a flaw: ") == true)
        #expect(try picture == PictureFile.decode(whole, name: "it") { _ in })
    }

    @Test func aPictureOfManyPixelsIsRefusedBeforeTheyAreRead() throws {
        var bytes = try JPEGBuilder(color: JPEGBuilder.fields).bytes()
        let frame = try #require(bytes.indices.first { bytes[$0...].starts(with: [0xFF, 0xC0]) })
        bytes.replaceSubrange(frame + 5..<frame + 9, with: [0xFD, 0xE8, 0xFD, 0xE8])
        let failure = #expect(throws: PictureError.self) { try PictureFile.decode(bytes, name: "it") { _ in } }
        #expect(failure?.problem == "it has 65000x65000 pixels: the limit is 67 megapixels")
    }
}
