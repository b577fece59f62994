import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensContents

struct TickerContentTests {
    private func ticker(_ table: String) throws -> TickerContent {
        let text = "default.content = { ticker = 'Hi', \(table) }"
        let reading = MachineConfiguration.reading(Array(text.utf8), as: "f")
        return TickerContent(try #require(reading.configuration.defaults.content?.kind as? TickerKind))
    }

    /// The pictures of frames at 60 Hz.
    private func pictures(_ count: Int, of table: String) throws -> [Picture] {
        var content = try ticker(table)
        var view = try OffscreenView(size: Size(width: 70, height: 10))
        return (0..<count).map { number in
            view.draw { view in
                _ = content.draw(ContentFrame(number: number, isComplete: number == 0), on: &view)
            }
            return view.picture
        }
    }

    /// The pictures differ by a number of columns.
    private func isMoved(_ one: Picture, _ other: Picture, by columns: Int) -> Bool {
        (0..<10).allSatisfy { y in (0..<(70 - columns)).allSatisfy { one[$0 + columns, y] == other[$0, y] } }
    }

    @Test(arguments: [(240, 4), (60, 1), (300, 5)])
    func eachRefreshMovesItByTheSameWholePixels(speed: Int, columns: Int) throws {
        let pictures = try pictures(200, of: "speed = \(speed)")
        for (one, other) in zip(pictures, pictures.dropFirst()) { #expect(isMoved(one, other, by: columns)) }
    }

    @Test func aNegativeSpeedMovesItFromLeftToRight() throws {
        let pictures = try pictures(60, of: "speed = -120")
        for (one, other) in zip(pictures, pictures.dropFirst()) { #expect(isMoved(other, one, by: 2)) }
    }

    /// Two letters and a gap of six letters, each of six columns.
    @Test func itsEndIsFollowedByItsBeginning() throws {
        let pictures = try pictures(13, of: "speed = 240")
        #expect(pictures[0] == pictures[12] && pictures[0] != pictures[6])
    }

    @Test func aSlowTickerIsNotDrawnBetweenItsSteps() throws {
        var content = try ticker("speed = 20")
        var view = try OffscreenView(size: Size(width: 70, height: 10))
        var next = NextUpdate.nextRefresh
        view.draw { next = content.draw(ContentFrame(), on: &$0).next }
        let period = RefreshRate(numerator: 60, denominator: 1).period
        #expect(next == .after(period * 3))
        view.draw { next = content.draw(ContentFrame(number: 1, isComplete: false), on: &$0).next }
        #expect(next == .after(period * 2))
        let wasDrawnOn = view.wasDrawnOn
        #expect(!wasDrawnOn)
    }

    @Test func aTickerWithoutASpeedStands() throws {
        var content = try ticker("speed = 0")
        var view = try OffscreenView(size: Size(width: 70, height: 10))
        var next = NextUpdate.nextRefresh
        view.draw { next = content.draw(ContentFrame(), on: &$0).next }
        #expect(next == .whenNeeded)
    }
}
