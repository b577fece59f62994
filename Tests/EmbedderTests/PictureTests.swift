import Screens
import Testing

@Suite struct PictureTests {
    private static func picture(_ pixels: [UInt32]) throws -> Picture {
        Picture(try Image(size: Size(width: 2, height: pixels.count / 2), opaque: pixels))
    }

    @Test func anImageIsAPictureOverBlack() throws {
        let image = try Image(size: Size(width: 2, height: 1), straight: [0x80FF_FFFF, 0xFF12_3456])
        #expect(Picture(image).pixels == [0x808080, 0x123456])
        #expect(Picture(image).size == Size(width: 2, height: 1))
        let part = try #require(image.cropped(to: Rectangle(x: 1, y: 0, width: 1, height: 1)))
        #expect(Picture(part).pixels == [0x123456])
    }

    @Test func aDifferenceHasItsPlaceAndItsSize() throws {
        let first = try Self.picture([0, 1, 2, 3, 4, 5])
        #expect(first.difference(from: first) == nil)
        let second = try Self.picture([0, 1, 2, 0x0A_0003, 4, 6])
        let difference = try #require(first.difference(from: second))
        #expect(difference == second.difference(from: first))
        #expect(difference.count == 2 && difference.largest == 10)
        #expect(difference.bounds == Rectangle(x: 1, y: 1, width: 1, height: 2))
        #expect("\(difference)" == "2 pixels in 1x2+1+1 by up to 10")
        let image = try Image(size: Size(width: 2, height: 1), straight: [0xFF00_0000, 0xFF00_0000])
        #expect(first.difference(from: Picture(image))?.description == "2x3 in place of 2x1")
    }

    @Test func thePixelsOfAPictureAreNotPrinted() throws {
        let picture = try Self.picture([0, 1, 2, 3, 4, 5])
        #expect("\(picture)" == "a picture of 2x3" && !String(reflecting: picture).contains("pixels"))
        var dumped = ""
        dump(picture, to: &dumped)
        #expect(!dumped.contains("pixels"))
    }

    /// Exit tests of Swift 6.2 cannot capture values.
    @Test func aPlaceOutsideEndsTheProgram() async {
        await #expect(processExitsWith: .failure) { try Self.read(2, 0) }
        await #expect(processExitsWith: .failure) { try Self.read(0, 1) }
        await #expect(processExitsWith: .failure) { try Self.read(-1, 0) }
        await #expect(processExitsWith: .failure) { try Self.read(0, -1) }
        await #expect(processExitsWith: .success) { try Self.read(1, 0) }
    }

    private static func read(_ x: Int, _ y: Int) throws {
        let picture = Picture(try Image(size: Size(width: 2, height: 1), opaque: [0, 0]))
        print(picture[x, y])
    }
}
