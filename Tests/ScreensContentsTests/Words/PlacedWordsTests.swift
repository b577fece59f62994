import Testing

@testable import Screens
@testable import ScreensContents

/// The images of words that are shown in layers.
@Suite struct PlacedWordsTests {
    private static let sizes = [(640, 480), (320, 200), (40, 30)].map { Size(width: $0, height: $1) }

    @Test(arguments: sizes) func aLabelLooksAsOnAScreenOfItsOwn(_ size: Size) throws {
        let label = ScreenLabel(name: "HDMI-A-1", details: ["Some display", "1920x1080 60 Hz"])
        let words = try #require(label.placed(in: size))
        #expect(Rectangle(size).contains(words.place) && words.image.size == words.place.size)
        var alone = try OffscreenView(size: size)
        alone.draw { _ = LabelContent(label).draw(ContentFrame(), on: &$0) }
        var layered = try OffscreenView(size: size)
        layered.draw { $0.draw(words.image, at: (x: words.place.x, y: words.place.y)) }
        #expect(layered.picture == alone.picture)
        #expect(alone.picture.pixels.contains(0xFF_FFFF))
    }

    @Test(arguments: sizes) func aNoticeIsAtTheLowerEdge(_ size: Size) throws {
        let words = try #require(ScreenNotice("a.toml:1: no such key: write another one").placed(in: size))
        #expect(words.place.x == 0 && words.place.maxY == size.height)
        #expect(words.image.premultipliedPixels.contains(0xFFFF_FFFF))
    }

    @Test func aPictureOfNoSizeHasNoWords() {
        let size = Size(width: 0, height: 0)
        #expect(ScreenLabel(name: "A", details: []).placed(in: size) == nil)
        #expect(ScreenNotice("text").placed(in: size) == nil)
    }
}
