import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensContents
@testable import ScreensTool

struct TestCardTests {
    /// The still part of a card.
    private struct CardContent: Content {
        let card: TestCard

        func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
            card.draw(on: &view)
            return .still
        }
    }

    private struct RingContent: Content {
        let radii: Size

        func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
            view.drawRing(in: view.bounds, radii: radii, thickness: 2, with: .white)
            return .still
        }
    }

    private static let sizes = [
        Size(width: 640, height: 480), Size(width: 800, height: 600), Size(width: 1024, height: 768),
        Size(width: 1280, height: 720), Size(width: 1280, height: 1024), Size(width: 1366, height: 768),
        Size(width: 1920, height: 1080), Size(width: 2560, height: 1440), Size(width: 3840, height: 2160),
        Size(width: 480, height: 800), Size(width: 768, height: 1366), Size(width: 720, height: 1280),
        Size(width: 1080, height: 1920), Size(width: 2160, height: 3840),
    ]

    private func card(_ size: Size, aspect: Size? = nil) -> TestCard {
        TestCard(
            layout: TestCardLayout(size: size), title: "HDMI-A-1", subtitle: "1920x1080@60.000", pictureAspect: aspect)
    }

    private func picture(_ card: TestCard) -> Picture {
        let easel = Easel(card.layout.size.width, card.layout.size.height, CardContent(card: card))
        easel.draw()
        return easel.picture
    }

    private func pattern() -> TestCardContent {
        TestCardContent(title: "HDMI-A-1", subtitle: "640x480@60.000", pictureAspect: nil, keepsPicture: false)
    }

    @Test(arguments: sizes)
    func theOutermostPixelsAreWhite(size: Size) {
        let picture = picture(card(size))
        for x in 0..<size.width { #expect(picture[x, 0] == .white && picture[x, size.height - 1] == .white) }
        for y in 0..<size.height { #expect(picture[0, y] == .white && picture[size.width - 1, y] == .white) }
    }

    @Test(arguments: sizes)
    func theLinesLieAtTheirPercentages(size: Size) {
        let picture = picture(card(size))
        // The point is away from the arrows in the middle.
        #expect(picture[size.width * 25 / 1000, size.height / 4] == Color(rgb: 0xFFFF00))
        #expect(picture[size.width * 50 / 1000, size.height / 4] == Color(rgb: 0x00FFFF))
        #expect(picture[size.width / 4, size.height * 25 / 1000] == Color(rgb: 0xFFFF00))
        #expect(picture[size.width / 4, size.height * 50 / 1000] == Color(rgb: 0x00FFFF))
    }

    @Test(arguments: sizes)
    func theCornersDistinguishRotatedAndMirroredPictures(size: Size) {
        let picture = picture(card(size))
        #expect(picture[1, 1] == Color(rgb: 0xFF0000))
        #expect(picture[size.width - 2, 1] == Color(rgb: 0x00FF00))
        #expect(picture[size.width - 2, size.height - 2] == Color(rgb: 0x0000FF))
        #expect(picture[1, size.height - 2] == .white)
    }

    @Test(arguments: sizes)
    func theBarsAndTheRampHaveTheirColours(size: Size) {
        let card = card(size)
        let picture = picture(card)
        for (color, bar) in zip(ColorBars.colors, ColorBars.rectangles(in: card.layout.bars)) {
            // The circle crosses some of the points.
            let points = (1...9).map { picture[bar.x + bar.width * $0 / 10, bar.y + bar.height * $0 / 10] }
            #expect(points.count { $0 == color } >= 6)
        }
        let ramp = card.layout.ramp
        let bottom = ramp.y + ramp.height - 1
        #expect(picture[ramp.x, bottom] == .black)
        #expect(picture[ramp.x + ramp.width - 1, bottom] == .white)
    }

    /// The lines are name, mode and frame; in a high picture name, size, rate and frame.
    @Test(arguments: sizes)
    func theLettersOfEachLineAreATwentiethOfTheHeight(size: Size) throws {
        let easel = Easel(size.width, size.height, pattern())
        easel.draw()
        let (layout, picture) = (TestCardLayout(size: size), easel.picture)
        #expect(layout.hasText)
        for (index, line) in layout.lines.enumerated() {
            let rows = (0..<BitmapFont.lineHeight * layout.scale).filter { row in
                (layout.panel.x..<layout.panel.x + layout.panel.width).contains { picture[$0, line.y + row] == .white }
            }
            let height = (rows.last ?? 0) - (rows.first ?? 0) + 1
            #expect(height * TestCardLayout.capitalsInHeight >= size.height, "line \(index) has letters of \(height)")
        }
    }

    @Test(arguments: sizes)
    func thePartsAreApartAndWithinTheAreaThatDisplaysShow(size: Size) {
        let layout = TestCardLayout(size: size)
        let parts = [layout.bars, layout.ramp, layout.levels, layout.strip, layout.panel] + layout.patches
        let inside = layout.cropped(permille: 50)
        for (index, part) in parts.enumerated() {
            #expect(part.intersection(inside) == part && !part.isEmpty, "part \(index)")
            for other in parts[(index + 1)...] { #expect(part.intersection(other).isEmpty, "part \(index)") }
        }
        #expect(layout.panel.intersection(layout.number) == layout.number)
        for patch in layout.patches { #expect(patch.width * 16 >= min(size.width, size.height)) }
    }

    @Test(arguments: sizes)
    func theStepsBesideBlackAndWhiteHaveTheirLevels(size: Size) {
        let layout = TestCardLayout(size: size)
        let picture = picture(card(size))
        let halves = LevelSteps.halves(of: layout.levels)
        for (half, steps, ground) in [(halves[0], LevelSteps.nearBlack, 0), (halves[1], LevelSteps.nearWhite, 255)] {
            #expect(picture[half.x, half.y] == Color(red: UInt8(ground), green: UInt8(ground), blue: UInt8(ground)))
            for (block, level) in zip(LevelSteps.blocks(in: half), steps) {
                #expect(picture[block.x + block.width / 2, block.y + block.height / 2].rgb == UInt32(level) * 0x010101)
                #expect(block.width * 40 >= size.width && block.height * 60 >= size.height)
            }
            // A display with the limited range crushes the first three, and shows the last three.
            #expect(steps.map { $0 < 16 || $0 > 235 } == [true, true, true, false, false, false])
        }
    }

    @Test func namesAreInTheirOwnCase() {
        func named(_ title: String) -> Picture? {
            let size = Size(width: 640, height: 480)
            return picture(
                TestCard(layout: TestCardLayout(size: size), title: title, subtitle: "", pictureAspect: nil))
        }
        #expect(named("eDP-1") != named("EDP-1"))
    }

    @Test func aNameThatIsTooLongIsSmaller() {
        let layout = TestCardLayout(size: Size(width: 1080, height: 1920))
        #expect(layout.scale(of: "HDMI-A-1") == layout.scale)
        #expect(layout.scale(of: "Composite-1-at-the-end") * 131 <= layout.panel.width)
    }

    /// A card that is kept in memory equals the drawn one.
    @Test(arguments: sizes)
    func theCardInMemoryIsTheSame(size: Size) throws {
        let card = card(size)
        #expect(Picture(try #require(card.image())) == picture(card))
    }

    @Test func theCircleIsRoundOnTheScreen() {
        func extent(_ aspect: Size?) -> (width: Int, height: Int) {
            let easel = Easel(
                720, 576, RingContent(radii: Size(width: aspect == nil ? 200 : 150, height: 200)))
            easel.draw()
            let pixels = easel.picture.pixels
            let lit = pixels.indices.filter { pixels[$0] != 0 }
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
            // A sample of the frames suffices, except around the wrap.
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
