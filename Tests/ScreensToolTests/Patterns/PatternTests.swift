import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensContents
@testable import ScreensTool

struct PatternTests {
    @Test func thePixelPatternChangesExactlyOnePixelAFrame() {
        let easel = Easel(7, 5, PixelContent(background: Color(rgb: 0x102030)))
        easel.draw()
        var former = easel.picture
        // The frames cover both passes, and the beginning of the third.
        for frame in 1..<80 {
            let damage = easel.draw()
            let picture = easel.picture
            #expect(picture.differences(from: former).count == 1, "frame \(frame)")
            #expect(damage.count == 1 && damage[0].size == Size(width: 1, height: 1))
            former = picture
        }
    }

    @Test(arguments: [0, 1, 10, 35, 50, 69, 70])
    func theRedrawnPixelPatternIsTheSame(frame: Int) {
        let easel = Easel(7, 5, PixelContent(background: .black))
        for _ in 0...frame { easel.draw() }
        let fresh = Easel(7, 5, PixelContent(background: .black))
        fresh.skip(to: frame)
        fresh.draw(isComplete: true)
        #expect(easel.picture == fresh.picture)
    }

    @Test func barsFillTheWholeScreen() {
        let easel = Easel(16, 2, PatternContent(.bars))
        easel.draw()
        #expect(stride(from: 0, to: 16, by: 2).map { easel.picture[$0, 1] } == ColorBars.colors)
        #expect(easel.draw().isEmpty)
    }

    @Test func aRampOf256PixelsHasEveryStep() {
        let easel = Easel(256, 4, PatternContent(.gradient))
        easel.draw()
        let picture = easel.picture
        for x in 0..<256 {
            let level = UInt32(x)
            #expect(picture[x, 0].rgb == level * 0x010101)
            #expect(picture[x, 1].rgb == level << 16)
            #expect(picture[x, 2].rgb == level << 8)
            #expect(picture[x, 3].rgb == level)
        }
    }

    @Test func theCheckerboardIsOfSinglePixels() {
        let easel = Easel(3, 2, PatternContent(.checker))
        easel.draw()
        #expect(easel.picture.pixels == [0xFFFFFF, 0, 0xFFFFFF, 0, 0xFFFFFF, 0])
    }
}
