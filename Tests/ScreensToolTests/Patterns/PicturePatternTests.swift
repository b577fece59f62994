import ScreensPictures
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensContents
@testable import ScreensTool

@Suite struct PicturePatternTests {
    private func pattern(
        _ mode: ContentMode, _ size: Size, _ pixels: [UInt32], background: Color = .black
    ) throws -> PictureContent {
        let isOpaque = pixels.allSatisfy { $0 >> 24 == 255 }
        let picture = try KeptPicture(DecodedPicture(size: size, pixels: pixels, isOpaque: isOpaque))
        return PictureContent(PlacedPicture(picture: picture, mode: mode, background: background))
    }

    private func drawn(_ pattern: PictureContent, on width: Int, _ height: Int) -> [UInt32] {
        let easel = Easel(width, height, pattern)
        easel.draw()
        return easel.picture.pixels
    }

    @Test func aPictureHasTheBackgroundBesideIt() throws {
        let red = [UInt32](repeating: 0xFFFF_0000, count: 2)
        let found = try drawn(pattern(.fit, Size(width: 1, height: 2), red, background: Color(rgb: 9)), on: 4, 4)
        #expect(Array(found[..<4]) == [9, 0xFF0000, 0xFF0000, 9])
        #expect(found[4..<8].elementsEqual(found[..<4]) && found[8...].elementsEqual(found[..<8]))
    }

    @Test func theBackgroundShinesThroughTransparentPixels() throws {
        let pixels: [UInt32] = [0x8080_0000, 0x0000_0000, 0xFF12_3456]
        let found = try drawn(pattern(.center, Size(width: 3, height: 1), pixels, background: .white), on: 3, 1)
        #expect(found == [0xFF7F7F, 0xFFFFFF, 0x123456])
    }

    @Test func aPictureThatDoesNotFitIsCutOffOnBothSides() throws {
        let pixels = (1...5).map { 0xFF00_0000 | UInt32($0) }
        #expect(try drawn(pattern(.center, Size(width: 5, height: 1), pixels), on: 3, 1) == [2, 3, 4])
        #expect(try drawn(pattern(.fill, Size(width: 5, height: 1), pixels), on: 1, 1) == [3])
        #expect(try drawn(pattern(.topLeft, Size(width: 5, height: 1), pixels), on: 3, 1) == [1, 2, 3])
    }

    @Test func aLargePictureIsShownByTheMeanOfAllItsPixels() throws {
        // Every fourth pixel is white, so the mean of only four samples could be white or black.
        let pixels = (0..<64).map { $0 % 4 == 0 ? 0xFFFF_FFFF : 0xFF00_0000 as UInt32 }
        let found = try drawn(pattern(.stretch, Size(width: 16, height: 4), pixels), on: 4, 1)
        #expect(found == [0x404040, 0x404040, 0x404040, 0x404040])
    }

    @Test func aPictureIsRedrawnOnRequest() throws {
        let easel = try Easel(2, 2, pattern(.fit, Size(width: 1, height: 1), [0xFF01_0203]))
        easel.draw()
        #expect(easel.draw(isComplete: true).isEmpty == false)
        #expect(easel.draw(isComplete: false).isEmpty)
    }

    @Test(
        arguments: [
            (Size(width: 2, height: 1), [0xFF80_0000, 0xFF00_00FF]), (Size(width: 9, height: 9), nil),
            (Size(width: 1, height: 1), [0xFF40_0080]), (Size(width: 0, height: -1), [0xFF40_0080]),
            (Size(width: 3, height: 1), [0xFFFF_0000, 0xFF00_0000, 0xFF00_00FF]),
        ] as [(Size, [UInt32]?)])
    func aPictureShrinksToTheMeansOfItsPixels(target: Size, expected: [UInt32]?) {
        let pixels: [UInt32] = [0xFFFF_0000, 0xFF00_0000, 0xFF00_00FF, 0xFF00_00FF]
        let picture = DecodedPicture(size: Size(width: 4, height: 1), pixels: pixels, isOpaque: true)
        #expect(picture.shrunk(to: target).pixels == expected ?? pixels)
    }
}
