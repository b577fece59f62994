import Testing

@testable import Screens
@testable import ScreensPictures

@Suite struct OrientationTests {
    /// The visible order of three columns and two rows, numbered 1 to 6.
    private static let seen: [(width: Int, numbers: [UInt32])] = [
        (3, [1, 2, 3, 4, 5, 6]), (3, [3, 2, 1, 6, 5, 4]), (3, [6, 5, 4, 3, 2, 1]), (3, [4, 5, 6, 1, 2, 3]),
        (2, [1, 4, 2, 5, 3, 6]), (2, [4, 1, 5, 2, 6, 3]), (2, [6, 3, 5, 2, 4, 1]), (2, [3, 6, 2, 5, 1, 4]),
    ]

    @Test(arguments: 1...8, [false, true])
    func aPNGPictureIsTurnedAsItSays(orientation: Int, isBigEndian: Bool) throws {
        let exif = EXIFBuilder(isBigEndian: isBigEndian, value: orientation).bytes
        let file = PNGBuilder(width: 3, height: 2, chunks: [("eXIf", exif)]) { [0, 0, $1 * 3 + $0 + 1] }
        let picture = try PictureFile.decode(file.bytes, name: "it") { _ in }
        let expected = Self.seen[orientation - 1]
        #expect(picture.size == Size(width: expected.width, height: 6 / expected.width))
        #expect(picture.pixels.map { $0 & 0xFF } == expected.numbers)
    }

    @Test(arguments: 1...8, [false, true])
    func aJPEGPictureIsTurnedAsItSays(orientation: Int, isBigEndian: Bool) throws {
        let exif = EXIFBuilder(isBigEndian: isBigEndian, type: isBigEndian ? 4 : 3, value: orientation).segment
        // 1 to 6, in fields of 16 pixels, as distant levels of grey.
        let file = JPEGBuilder(
            width: 48, height: 32, color: { UInt32($1 / 16 * 3 + $0 / 16 + 1) * 0x282828 }, segments: [exif])
        let picture = try PictureFile.decode(try file.bytes(), name: "it") { _ in }
        let expected = Self.seen[orientation - 1]
        #expect(picture.size == Size(width: expected.width * 16, height: 6 / expected.width * 16))
        let numbers = expected.numbers.indices.map { index in
            let (x, y) = (index % expected.width * 16 + 8, index / expected.width * 16 + 8)
            return (picture.pixels[y * picture.size.width + x] & 0xFF + 0x14) / 0x28
        }
        #expect(numbers == expected.numbers)
    }

    @Test(arguments: [
        EXIFBuilder(value: 0), EXIFBuilder(value: 9), EXIFBuilder(value: 0xFFFF),
        EXIFBuilder(type: 4, value: 0xFFFF_FFFF), EXIFBuilder(type: 2, value: 6), EXIFBuilder(count: 2, value: 6),
        EXIFBuilder(count: 0xFFFF_FFFF, value: 6), EXIFBuilder(tag: 0x0113, value: 6),
        EXIFBuilder(value: 6, directory: 9), EXIFBuilder(value: 6, directory: 0xFFFF_FFFF),
        EXIFBuilder(value: 6, directory: 0x7FFF_FFFF), EXIFBuilder(value: 6, entries: 0),
        EXIFBuilder(tag: 1, value: 6, entries: 0xFFFF),
    ])
    func invalidOrientationsTurnNothing(exif: EXIFBuilder) {
        for isBigEndian in [false, true] {
            var exif = exif
            exif.isBigEndian = isBigEndian
            #expect(EXIF.orientation(in: exif.bytes[...]) == nil)
        }
    }

    @Test func truncatedOrientationsTurnNothing() {
        let bytes = EXIFBuilder(value: 6).bytes
        for count in 0..<20 { #expect(EXIF.orientation(in: bytes[..<count]) == nil) }
        #expect(EXIF.orientation(in: bytes[..<20]) == .rotated90)
        #expect(EXIF.orientation(in: [0x4D, 0x4D, 42, 0, 0, 0, 0, 8]) == nil)
    }

    @Test func theFirstOfTwoCounts() throws {
        let segments = [EXIFBuilder(value: 6).segment, EXIFBuilder(value: 3).segment]
        let file = try JPEGBuilder(color: JPEGBuilder.fields, segments: segments).bytes()
        #expect(JPEGSegments(file).orientation == .rotated90)
    }
}
