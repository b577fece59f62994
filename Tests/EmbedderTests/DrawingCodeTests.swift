import Screens
import Testing

/// The pictures that the code of the article Drawing draws.
@Suite struct DrawingCodeTests {
    private static let background = Color(rgb: 0x101828)

    @Test func aTrailFadesFromFrameToFrameAndLeavesNothing() throws {
        var view = try OffscreenView(size: Size(width: 320, height: 24))
        var comet = DrawingCode.Comet()
        for _ in 0..<30 { view.draw { comet.draw(on: &$0) } }
        let picture = view.picture
        let row = (0..<30).map { picture[4 * $0, 12] }
        #expect(row[29] == .white && row[13] == Self.background)
        // From the oldest to the newest place, each is brighter than the one before.
        let trail = row[13...29].map(\.rgb)
        #expect(zip(trail, trail.dropFirst()).allSatisfy { $0 < $1 })
        #expect(row[..<14].allSatisfy { $0 == Self.background })
    }

    /// The article does not cover each frame with a little of the background for this reason.
    @Test func aPictureThatIsCoveredALittleInEachFrameStaysVisible() throws {
        var view = try OffscreenView(size: Size(width: 8, height: 8))
        view.draw { $0.clear(to: .white) }
        for _ in 0..<300 { view.draw { $0.fill($0.bounds, with: Self.background.opacity(0.12)) } }
        let picture = view.picture
        #expect(picture[0, 0] != Self.background)
    }

    @Test func aBallMovesByTheTimeAndNotByTheFrames() throws {
        var (smooth, uneven) = (DrawingCode.Ball(), DrawingCode.Ball())
        var first = try OffscreenView(size: Size(width: 320, height: 24))
        for _ in 0..<8 { first.draw { smooth.draw(on: &$0) } }
        var second = try OffscreenView(size: Size(width: 320, height: 24))
        for skipped in [0, 2, 0, 2] {
            second.skip(refreshes: skipped)
            second.draw { uneven.draw(on: &$0) }
        }
        #expect(abs(smooth.x - 35) < 1e-6 && abs(uneven.x - smooth.x) < 1e-6)
        #expect(first.picture == second.picture)
    }

    @Test func aTickerAndAClockAreOverThePicture() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("320x240@60")], clock: clock)
        let kit = try await VideoKit.started(StillDelegate(), on: card)
        let screen = try #require(kit.screens.first)
        var canvas = try Canvas(Size(width: 400, height: 20))
        canvas.clear(to: .blue)
        canvas.fill(Rectangle(x: 100, y: 0, width: 1, height: 20), with: .white)
        let ticker = try DrawingCode().addTicker(canvas.makeImage(), to: kit, on: screen)
        let digits = try DrawingCode().addClock(to: kit, on: screen)
        clock.advance(refreshes: 5)
        let first = try #require(try card.picture(of: "Virtual-1"))
        clock.advance(refreshes: 1)
        let second = try #require(try card.picture(of: "Virtual-1"))
        let lines = [first, second].map { picture in (0..<320).first { picture[$0, 230] == .white } }
        #expect(try #require(lines[0]) - (try #require(lines[1])) == 4)
        // The digits are drawn again with the next second, and nothing else changes above the ticker.
        clock.advance(by: .seconds(1))
        let third = try #require(try card.picture(of: "Virtual-1"))
        let changed = (0..<320 * 220).filter { first.pixels[$0] != third.pixels[$0] }
        let face = Rectangle(x: 20, y: 20, width: 160, height: 40)
        #expect(!changed.isEmpty && changed.allSatisfy { face.contains(x: $0 % 320, y: $0 / 320) })
        withExtendedLifetime((ticker, digits)) {}
        await kit.stop()
    }

    @Test func aNameIsInTheMiddleOfItsButton() throws {
        var view = try OffscreenView(size: Size(width: 64, height: 32))
        view.draw { DrawingCode().drawButton("H", in: $0.bounds, on: &$0) }
        let picture = view.picture
        var ink = Rectangle.zero
        for y in 0..<32 {
            for x in 0..<64 where picture[x, y] == .white {
                ink = ink.union(Rectangle(x: x, y: y, width: 1, height: 1))
            }
        }
        #expect(ink == Rectangle(x: 27, y: 9, width: 10, height: 14))
    }
}
