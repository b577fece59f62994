import Testing

@testable import Screens
@testable import ScreensPictures

/// Pictures that are encoded as files, as they are or smaller.
struct PictureFormatTests {
    private static let size = Size(width: 40, height: 30)
    /// The left half is one colour, and the right half another.
    private static let picture = Picture(
        size: size, pixels: (0..<1200).map { $0 % 40 < 20 ? 0x20_4080 : 0x80_4020 })

    @Test(
        arguments: [
            (nil, 40, 30), (100, 40, 30), (40, 40, 30), (39, 39, 29), (20, 20, 15), (2, 2, 2), (1, 1, 1), (0, 1, 1),
            (-5, 1, 1), (.min, 1, 1), (.max, 40, 30),
        ] as [(Int?, Int, Int)], PictureFormat.allCases)
    func theHeightFollowsFromTheAspect(
        _ sizes: (width: Int?, columns: Int, rows: Int), format: PictureFormat
    ) throws {
        let bytes = try Self.picture.encoded(as: format, width: sizes.width)
        let decoded = try PictureFile.decode(bytes)
        #expect(decoded.size == Size(width: sizes.columns, height: sizes.rows))
    }

    @Test func aWideStripKeepsARow() throws {
        let strip = Picture(size: Size(width: 300, height: 1), pixels: Array(repeating: 0x12_3456, count: 300))
        let decoded = try PictureFile.decode(try strip.encoded(as: .png, width: 3))
        #expect(decoded.size == Size(width: 3, height: 1))
        #expect(decoded.pixels.allSatisfy { $0 & 0xFF_FFFF == 0x12_3456 })
    }

    @Test func aSmallerPictureHasTheMeansOfItsPixels() throws {
        let decoded = try PictureFile.decode(try Self.picture.encoded(as: .png, width: 4))
        let row: [UInt32] = [0x20_4080, 0x20_4080, 0x80_4020, 0x80_4020]
        #expect(decoded.pixels.map { $0 & 0xFF_FFFF } == row + row + row)
        let one = try PictureFile.decode(try Self.picture.encoded(as: .png, width: 1))
        #expect(one.pixels.map { $0 & 0xFF_FFFF } == [0x50_4050])
    }

    @Test func jpegIsCloseToThePicture() throws {
        let decoded = try PictureFile.decode(try Self.picture.encoded(as: .jpeg))
        for (found, meant) in zip(decoded.pixels, Self.picture.pixels) {
            for shift in [0, 8, 16] as [UInt32] {
                #expect(abs(Int(found >> shift & 0xFF) - Int(meant >> shift & 0xFF)) < 12)
            }
        }
    }

    @Test func eachFormatHasItsMediaType() {
        #expect(PictureFormat.allCases.map(\.mediaType) == ["image/png", "image/jpeg"])
    }
}
