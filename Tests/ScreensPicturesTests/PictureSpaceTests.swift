import Testing

@testable import Screens
@testable import ScreensPictures

/// Pictures that are decoded for a place.
@Suite struct PictureSpaceTests {
    /// The mode, the place, the picture, and the size that is kept.
    private static let sizes: [(mode: ContentMode, place: Size, picture: Size, kept: Size)] = [
        (.fit, Size(width: 100, height: 100), Size(width: 400, height: 200), Size(width: 100, height: 50)),
        (.fit, Size(width: 100, height: 100), Size(width: 40, height: 20), Size(width: 40, height: 20)),
        (.fill, Size(width: 100, height: 100), Size(width: 400, height: 200), Size(width: 200, height: 100)),
        (.stretch, Size(width: 100, height: 50), Size(width: 40, height: 400), Size(width: 40, height: 50)),
        (.center, Size(width: 100, height: 100), Size(width: 400, height: 200), Size(width: 400, height: 200)),
        (.topLeft, Size(width: 10, height: 10), Size(width: 400, height: 200), Size(width: 400, height: 200)),
        (.fit, Size(width: 0, height: 0), Size(width: 4, height: 4), Size(width: 1, height: 1)),
    ]

    @Test(arguments: sizes)
    func pixelsThatAreNotSeenAreNotKept(mode: ContentMode, place: Size, picture: Size, kept: Size) {
        #expect(PictureSpace(mode, in: place).reduced(picture) == kept)
    }

    /// The mode and the place before and after, and whether the picture must be read again.
    @Test func aLargerPlaceIsNotCovered() {
        let space = PictureSpace(.fit, in: Size(width: 100, height: 100))
        #expect(space.isCovered(by: space))
        #expect(PictureSpace(.fit, in: Size(width: 90, height: 100)).isCovered(by: space))
        #expect(!PictureSpace(.fit, in: Size(width: 90, height: 101)).isCovered(by: space))
        #expect(!PictureSpace(.fill, in: Size(width: 90, height: 90)).isCovered(by: space))
        #expect(!space.isCovered(by: nil))
    }

    @Test func aPNGKeepsOnlyTheShownPixels() throws {
        let bytes = PNGBuilder(width: 120, height: 60) { _, _ in [10, 20, 30] }.bytes
        let space = PictureSpace(.fit, in: Size(width: 30, height: 30))
        let picture = try PictureFile.decode(bytes, name: "a", for: space) { _ in }
        #expect(picture.size == Size(width: 30, height: 15))
        #expect(picture.fullSize == Size(width: 120, height: 60))
        #expect(picture.pixels.allSatisfy { $0 == 0xFF0A_141E })
    }

    /// The picture has 32x16 pixels, and TurboJPEG leaves out three of four.
    @Test func aJPEGIsDecodedInAsManyPixelsAsAreShown() throws {
        let bytes = try JPEGBuilder(color: JPEGBuilder.fields).bytes()
        for (side, size) in [(32, (32, 16)), (16, (16, 8)), (8, (8, 4)), (5, (5, 3))] {
            let space = PictureSpace(.fit, in: Size(width: side, height: side))
            let picture = try PictureFile.decode(bytes, name: "a", for: space) { _ in }
            #expect(picture.size == Size(width: size.0, height: size.1))
            #expect(picture.fullSize == Size(width: 32, height: 16))
        }
    }
}
