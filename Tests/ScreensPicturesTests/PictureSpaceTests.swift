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
        #expect(PictureSpace(mode, in: place).visible(picture).whole == kept)
    }

    /// The mode, the place, the picture, and the part that is kept.
    private static let parts: [(mode: ContentMode, place: Size, picture: Size, part: Rectangle)] = [
        (
            .fit, Size(width: 100, height: 100), Size(width: 400, height: 200),
            Rectangle(x: 0, y: 0, width: 100, height: 50)
        ),
        (
            .fill, Size(width: 100, height: 100), Size(width: 400, height: 200),
            Rectangle(x: 50, y: 0, width: 100, height: 100)
        ),
        // The picture is shown enlarged: a column that is partly visible is kept.
        (
            .fill, Size(width: 100, height: 10), Size(width: 60, height: 60),
            Rectangle(x: 0, y: 27, width: 60, height: 6)
        ),
        (
            .center, Size(width: 100, height: 100), Size(width: 401, height: 50),
            Rectangle(x: 151, y: 0, width: 100, height: 50)
        ),
        (
            .center, Size(width: 100, height: 100), Size(width: 8192, height: 8192),
            Rectangle(x: 4046, y: 4046, width: 100, height: 100)
        ),
        (
            .topLeft, Size(width: 10, height: 20), Size(width: 400, height: 200),
            Rectangle(x: 0, y: 0, width: 10, height: 20)
        ),
        (
            .bottomRight, Size(width: 10, height: 20), Size(width: 400, height: 200),
            Rectangle(x: 390, y: 180, width: 10, height: 20)
        ),
        (.center, Size(width: 0, height: 0), Size(width: 4, height: 4), Rectangle(x: 0, y: 0, width: 1, height: 1)),
    ]

    @Test(arguments: parts)
    func partsOutsideOfThePlaceAreNotKept(mode: ContentMode, place: Size, picture: Size, part: Rectangle) {
        #expect(PictureSpace(mode, in: place).cropping.visible(picture).part == part)
    }

    /// Each pixel of a large picture is drawn at its former place, though only a part of the picture is decoded.
    @Test(
        arguments: ContentMode.allCases,
        [Size(width: 7, height: 9), Size(width: 40, height: 3), Size(width: 90, height: 90)])
    func aPartIsAtItsPlaceInTheWholePicture(mode: ContentMode, place: Size) throws {
        let png = PNGBuilder(width: 33, height: 21, chunks: []) { x, y in [x * 7, y * 11, (x * y) % 256] }
        var interlaced = png
        interlaced.isInterlaced = true
        let full = try PictureFile.decode(png.bytes, name: "a") { _ in }
        for bytes in [png.bytes, interlaced.bytes] {
            let space = PictureSpace(mode, in: place).cropping
            let picture = try PictureFile.decode(bytes, name: "a", for: space) { _ in }
            let (whole, kept) = (full.shrunk(to: picture.visible.whole), picture.visible.part)
            #expect(picture.size == kept.size && picture.fullSize == full.size)
            for y in 0..<picture.size.height {
                for x in 0..<picture.size.width {
                    let index = (y + kept.y) * whole.size.width + x + kept.x
                    #expect(picture.pixels[y * picture.size.width + x] == whole.pixels[index])
                }
            }
            // The drawing covers the same pixels of the place.
            let area = Rectangle(place)
            let shown = mode.rectangle(for: full.size, in: area)
            let part = picture.visible.rectangle(in: shown)
            #expect(shown.contains(part) && part.contains(shown.intersection(area)))
        }
    }

    /// An embedder draws the picture at `ContentMode.rectangle(for:in:)`, whatever part of it is inside the place.
    @Test(
        arguments: [
            (.fit, Size(width: 20, height: 10)), (.fill, Size(width: 30, height: 15)),
            (.stretch, Size(width: 30, height: 10)), (.center, Size(width: 40, height: 20)),
            (.bottomRight, Size(width: 40, height: 20)),
        ] as [(ContentMode, Size)])
    func allPartsOfAPictureAreKept(mode: ContentMode, kept: Size) throws {
        let bytes = PNGBuilder(width: 40, height: 20) { x, y in [x, y, 30] }.bytes
        let whole = try PictureFile.decode(bytes)
        let picture = try PictureFile.decode(bytes, for: PictureSpace(mode, in: Size(width: 30, height: 10)))
        #expect(picture.size == kept && picture.fullSize == whole.size)
        #expect(picture.pixels == whole.shrunk(to: kept).pixels)
    }

    @Test func aLargerPlaceIsNotCovered() {
        let space = PictureSpace(.fit, in: Size(width: 100, height: 100))
        #expect(space.isCovered(by: space))
        #expect(PictureSpace(.fit, in: Size(width: 90, height: 100)).isCovered(by: space))
        #expect(!PictureSpace(.fit, in: Size(width: 90, height: 101)).isCovered(by: space))
        #expect(!PictureSpace(.fill, in: Size(width: 90, height: 90)).isCovered(by: space))
        #expect(!space.isCovered(by: nil))
    }

    @Test func aFilledPlaceOfAnotherAspectIsNotCovered() {
        let space = PictureSpace(.fill, in: Size(width: 1920, height: 1080))
        #expect(PictureSpace(.fill, in: Size(width: 1280, height: 720)).cropping.isCovered(by: space.cropping))
        let square = PictureSpace(.fill, in: Size(width: 1080, height: 1080))
        #expect(!square.cropping.isCovered(by: space.cropping))
        #expect(square.isCovered(by: space))
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
