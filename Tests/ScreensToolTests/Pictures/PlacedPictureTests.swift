import Testing

@testable import Screens
@testable import ScreensTool

@Suite struct PlacedPictureTests {
    private func bitmap(
        _ mode: ContentMode, _ size: Size, _ pixels: [UInt32], on screen: Size, background: Color = .black
    ) -> [UInt32] {
        let isOpaque = pixels.allSatisfy { $0 >> 24 == 255 }
        let picture = DecodedPicture(size: size, pixels: pixels, isOpaque: isOpaque)
        return PlacedPicture(picture: picture, mode: mode, background: background).bitmap(for: screen).pixels
    }

    @Test func aPictureGrowsByItsPixelsAndHasTheBackgroundBesideIt() {
        let found = bitmap(
            .fit, Size(width: 1, height: 2), [0xFF00_0001, 0xFF00_0002], on: Size(width: 4, height: 4),
            background: Color(rgb: 9))
        #expect(found == [9, 1, 1, 9, 9, 1, 1, 9, 9, 2, 2, 9, 9, 2, 2, 9])
    }

    @Test func aPictureShrinksToTheMeanOfWhatFallsTogether() {
        let pixels: [UInt32] = [0xFFFF_0000, 0xFF00_0000, 0xFF00_00FF, 0xFF00_00FF]
        #expect(bitmap(.fit, Size(width: 4, height: 1), pixels, on: Size(width: 2, height: 1)) == [0x800000, 0x0000FF])
    }

    @Test func theBackgroundShinesThroughWhereThePictureIsTransparent() {
        let found = bitmap(
            .center, Size(width: 3, height: 1), [0x8080_0000, 0x0000_0000, 0xFF12_3456], on: Size(width: 3, height: 1),
            background: .white)
        #expect(found == [0xFF7F7F, 0xFFFFFF, 0x123456])
    }

    @Test func whatDoesNotFitIsCutOffOnBothSides() {
        let pixels = (1...5).map { 0xFF00_0000 | UInt32($0) }
        #expect(bitmap(.center, Size(width: 5, height: 1), pixels, on: Size(width: 3, height: 1)) == [2, 3, 4])
        #expect(bitmap(.fill, Size(width: 5, height: 1), pixels, on: Size(width: 1, height: 1)) == [3])
    }

    @Test(arguments: ContentMode.allCases)
    func aStripOfAnyLengthIsDrawn(mode: ContentMode) {
        let strip = [UInt32](repeating: 0xFF11_1111, count: 1 << 18)
        let screen = Size(width: 512, height: 64)
        for size in [Size(width: 1 << 18, height: 1), Size(width: 1, height: 1 << 18)] {
            #expect(bitmap(mode, size, strip, on: screen).count == 512 * 64)
        }
    }
}
