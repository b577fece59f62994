import CScreensTurboJPEG
import Testing

@testable import Screens
@testable import ScreensPictures

/// Small files of every kind, truncated everywhere and with each byte changed: each gives a picture or a clear error.
@Suite struct DamagedPictureTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable () throws -> [UInt8]
    }

    static let samples: [Sample] =
        PNGDecoderTests.samples.map { sample in Sample(testDescription: sample.name) { sample.bytes } }
        + JPEGDecoderTests.samples.map { Sample(testDescription: "JPEG, " + $0.testDescription, make: $0.make) }
        + [
            Sample(testDescription: "PNG, turned") {
                PNGBuilder(width: 3, height: 2, chunks: [("eXIf", EXIFBuilder(value: 6).bytes)]) { [0, $0, $1] }.bytes
            },
            Sample(testDescription: "JPEG, turned") {
                try JPEGBuilder(color: JPEGBuilder.fields, segments: [EXIFBuilder(value: 6).segment]).bytes()
            },
        ]

    /// Limits, because a changed size must not cost a minute.
    private static let limits = {
        var limits = PictureLimits()
        limits.fileSize = 1 << 20
        limits.pixels = 1 << 16
        return limits
    }()

    private func decode(_ bytes: [UInt8]) -> Result<DecodedPicture, PictureError> {
        Result { () throws(PictureError) in try PictureFile.decode(bytes, name: "it", limits: Self.limits) { _ in } }
    }

    @Test(arguments: samples)
    func aTruncatedFileIsTheWholePictureOrAnError(sample: Sample) throws {
        let bytes = try sample.make()
        let whole = try decode(bytes).get()
        var complete = 0
        for count in 0..<bytes.count {
            switch decode(Array(bytes[..<count])) {
            case .success(let picture):
                #expect((picture == whole) as Bool, "\(count) of \(bytes.count) bytes")
                complete += 1
            case .failure(let error): check(error, "\(count) of \(bytes.count) bytes")
            }
        }
        // Only the end of a PNG file holds nothing of the picture.
        #expect(complete <= (bytes[0] == 0x89 ? 20 : 0))
    }

    @Test(arguments: samples)
    func aChangedFileIsAPictureOrAnError(sample: Sample) throws {
        let bytes = try sample.make()
        for place in bytes.indices {
            for change in [0x01, 0x80, 0xFF] as [UInt8] {
                var changed = bytes
                changed[place] ^= change
                switch decode(changed) {
                case .success(let picture):
                    let (width, height) = (picture.size.width, picture.size.height)
                    #expect(width > 0 && height > 0 && picture.pixels.count == width * height)
                case .failure(let error): check(error, "byte \(place) changed by \(change)")
                }
            }
        }
    }

    private func check(_ error: PictureError, _ what: Comment) {
        #expect([.damaged, .notPicture, .tooLarge].contains(error.code), what)
        #expect(error.problem.hasPrefix("it ") && error.file == "it" && error.remedy != nil, what)
        #expect(error.problem.count > 10 && !error.problem.contains("\n"), what)
    }
}
