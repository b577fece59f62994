import Testing

@testable import ProgramKit
@testable import Screens
@testable import ScreensTool

struct TestCardTests {
    private static let sizes = [
        Size(width: 640, height: 480), Size(width: 1024, height: 768), Size(width: 1920, height: 1080),
        Size(width: 480, height: 800),
    ]

    private func card(_ size: Size, aspect: Size? = nil) -> TestCard {
        TestCard(
            layout: TestCardLayout(size: size), title: "HDMI-A-1", subtitle: "1920x1080@60.000", pictureAspect: aspect)
    }

    private func pattern() -> TestCardPattern {
        TestCardPattern(title: "HDMI-A-1", subtitle: "640x480@60.000", pictureAspect: nil, keepsBitmap: false)
    }

    @Test(arguments: sizes)
    func theOutermostPixelsAreWhite(size: Size) {
        let bitmap = card(size).bitmap()
        for x in 0..<size.width { #expect(bitmap[x, 0] == .white && bitmap[x, size.height - 1] == .white) }
        for y in 0..<size.height { #expect(bitmap[0, y] == .white && bitmap[size.width - 1, y] == .white) }
    }

    @Test(arguments: sizes)
    func theLinesLieWhereTheySay(size: Size) {
        let bitmap = card(size).bitmap()
        // Away from the arrows in the middle.
        #expect(bitmap[size.width * 25 / 1000, size.height / 4] == Color(rgb: 0xFFFF00))
        #expect(bitmap[size.width * 50 / 1000, size.height / 4] == Color(rgb: 0x00FFFF))
        #expect(bitmap[size.width / 4, size.height * 25 / 1000] == Color(rgb: 0xFFFF00))
        #expect(bitmap[size.width / 4, size.height * 50 / 1000] == Color(rgb: 0x00FFFF))
    }

    @Test(arguments: sizes)
    func theCornersDistinguishRotatedAndMirroredPictures(size: Size) {
        let bitmap = card(size).bitmap()
        #expect(bitmap[1, 1] == Color(rgb: 0xFF0000))
        #expect(bitmap[size.width - 2, 1] == Color(rgb: 0x00FF00))
        #expect(bitmap[size.width - 2, size.height - 2] == Color(rgb: 0x0000FF))
        #expect(bitmap[1, size.height - 2] == .white)
    }

    @Test(arguments: sizes)
    func theBarsAndTheRampHaveTheirColours(size: Size) {
        let card = card(size)
        let bitmap = card.bitmap()
        for (color, bar) in zip(ColorBars.colors, ColorBars.rectangles(in: card.layout.bars)) {
            #expect(bitmap[bar.x + 1, bar.y + 1] == color)
        }
        let ramp = card.layout.ramp
        let bottom = ramp.y + ramp.height - 1
        #expect(bitmap[ramp.x, bottom] == .black)
        #expect(bitmap[ramp.x + ramp.width - 1, bottom] == .white)
    }

    @Test func theCircleIsRoundOnTheScreen() {
        func extent(_ aspect: Size?) -> (width: Int, height: Int) {
            var bitmap = Bitmap(size: Size(width: 720, height: 576))
            let size = Size(width: aspect == nil ? 200 : 150, height: 200)
            bitmap.ring(radii: size, thickness: 2, with: .white)
            let lit = bitmap.pixels.indices.filter { bitmap.pixels[$0] != 0 }
            let columns = lit.map { $0 % 720 }
            let rows = lit.map { $0 / 720 }
            return ((columns.max() ?? 0) - (columns.min() ?? 0) + 1, (rows.max() ?? 0) - (rows.min() ?? 0) + 1)
        }
        #expect(extent(nil) == (400, 400))
        #expect(extent(Size(width: 16, height: 9)) == (300, 400))
    }

    @Test(arguments: [1, 5, 16, 40, 100])
    func aScreenThatIsTooSmallIsDrawn(side: Int) {
        let easel = Easel(side, side, pattern())
        for _ in 0..<20 { easel.draw() }
        #expect(easel.picture[0, 0] == .white)
    }

    @Test func onlyTheBarAndTheNumberChange() {
        let layout = TestCardLayout(size: Size(width: 640, height: 480))
        let easel = Easel(640, 480, pattern())
        easel.draw()
        var former = easel.picture
        for _ in 1..<25 {
            let damage = easel.draw()
            let picture = easel.picture
            let changed = picture.differences(from: former)
            #expect(!changed.isEmpty)
            #expect(changed.allSatisfy { layout.strip.contains($0) || layout.number.contains($0) })
            #expect(changed.allSatisfy { pixel in damage.contains { $0.contains(pixel) } })
            former = picture
        }
    }

    @Test func theBarMovesOnePixelAFrameAndWrapsAround() {
        let layout = TestCardLayout(size: Size(width: 640, height: 480))
        let (strip, width) = (layout.strip, layout.barWidth)
        let easel = Easel(640, 480, pattern())
        for frame in 0..<strip.width + 10 {
            easel.draw()
            // A look at some is enough, but at all around the wrap.
            guard frame < 5 || frame > strip.width - width - 3 else { continue }
            let picture = easel.picture
            for x in 0..<strip.width {
                let isInBar = (x - frame % strip.width + strip.width) % strip.width < width
                #expect(picture[strip.x + x, strip.y] == (isInBar ? .white : .black), "frame \(frame), column \(x)")
            }
        }
    }

    @Test func aRedrawnFrameLooksTheSameAsDrawnOverTheLast() {
        let easel = Easel(640, 480, pattern())
        let fresh = Easel(640, 480, pattern())
        for _ in 0...137 { easel.draw() }
        fresh.skip(to: 137)
        fresh.draw(isComplete: true)
        #expect(easel.picture.differences(from: fresh.picture).isEmpty)
    }
}
