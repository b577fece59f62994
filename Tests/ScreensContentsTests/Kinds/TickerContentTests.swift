import ScreensLinux
import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensContents

struct TickerContentTests {
    init() { MainLoop.thread }

    private func kind(_ table: String) throws -> TickerKind {
        let text = "default.content = { ticker = 'Hi', \(table) }"
        let reading = MachineConfiguration.reading(Array(text.utf8), as: "f")
        return try #require(reading.configuration.defaults.content?.kind as? TickerKind)
    }

    private func ticker(_ table: String) throws -> any Content {
        try kind(table).drawing(keepsPicture: false) { _ in }
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

    /// A line of another program: the column of each pixel as its colour, in rows of 4096 columns.
    private func words(
        columns: Int, height: Int, _ budget: MemoryBudget = MemoryBudget()
    ) throws -> DrawnWords {
        let rows = (columns + 4095) / 4096
        let pixels = (0..<rows * height * 4096).map { place in
            0xFF00_0000 | UInt32(place / 4096 / height * 4096 + place % 4096)
        }
        let image = try Image(size: Size(width: 4096, height: rows * height), premultiplied: pixels)
        let memory = try budget.grant(columns, for: .pictures)
        return DrawnWords(image, at: Rectangle(image.size), length: columns, missing: 0, memory)
    }

    @Test func theMemoryOfAFormerStripIsFreeWithTheNextOne() throws {
        let (budget, ticker) = (MemoryBudget(), DrawnTicker(try kind("speed = 60")))
        let size = Size(width: 4096, height: 10)
        var content = ticker.content
        let copy = content
        var view = try OffscreenView(size: Size(width: 70, height: 10))
        for (number, columns) in [50, 60, 70].enumerated() {
            ticker.set("Hi", as: try words(columns: columns, height: 10, budget), in: size, onScreenOf: 10)
            view.draw { _ = content.draw(ContentFrame(number: number, isComplete: number == 0), on: &$0) }
            #expect(budget.usage.sum == columns)
        }
        ticker.set("Hi", as: nil, in: size, onScreenOf: 10)
        #expect(budget.usage.sum == 0)
        withExtendedLifetime((content, copy)) {}
    }

    /// The columns of the strip at the left edge of two screens that begin at different times.
    @Test func tickersThatFollowTheClockHaveTheSameColumnsAtTheSameTime() throws {
        let (start, rate) = (MonotonicTime.now, RefreshRate(numerator: 60, denominator: 1))
        let places = try [0, 37].map { begin in
            let ticker = DrawnTicker(try kind("speed = 60, align = 'clock'"))
            ticker.set(
                "Hi", as: try words(columns: 500, height: 10), in: Size(width: 4096, height: 10), onScreenOf: 10)
            var content = ticker.content
            var view = try OffscreenView(
                size: Size(width: 70, height: 10), refreshRate: rate,
                start: start + rate.nanoseconds(ofRefreshes: Int64(begin)))
            return (begin..<100).map { number in
                let frame = ContentFrame(number: number - begin, isComplete: number == begin)
                view.draw { _ = content.draw(frame, on: &$0) }
                return view.picture[0, 0]
            }
        }
        #expect(Array(places[0].dropFirst(37)) == places[1] && Set(places[1]).count == 63)
    }

    @Test func aLineOfAnotherProgramMovesRowByRow() throws {
        let kind = try kind("speed = 6000, size = 1")
        let ticker = DrawnTicker(kind)
        ticker.set("Hi", as: try words(columns: 5000, height: 10), in: Size(width: 4096, height: 10), onScreenOf: 200)
        var content = ticker.content
        var view = try OffscreenView(size: Size(width: 70, height: 10))
        // Letters of two pixels: the gap is three of them.
        let whole = 5006
        for number in 0..<120 {
            view.draw { _ = content.draw(ContentFrame(number: number, isComplete: number == 0), on: &$0) }
            for x in stride(from: 0, to: 70, by: 3) {
                let column = (number * 100 + x) % whole
                let color = column < 5000 ? Color(rgb: UInt32(column)) : .black
                #expect(view.picture[x, number % 10] == color, "\(number), \(x)")
            }
        }
    }

    @Test func anotherStripIsTakenInTheNextFrame() throws {
        let ticker = DrawnTicker(try kind("speed = 60"))
        var content = ticker.content
        var view = try OffscreenView(size: Size(width: 70, height: 10))
        func draw(_ number: Int) -> Bool {
            view.draw { _ = content.draw(ContentFrame(number: number, isComplete: number == 0), on: &$0) }
            return view.picture.pixels.contains { $0 & 0xFFFFFF != 0 }
        }
        #expect(!draw(0))
        ticker.set("Hi", as: nil, in: Size(width: 70, height: 10), onScreenOf: 10)
        #expect(draw(1))
        ticker.set("Hi", as: try words(columns: 50, height: 10), in: Size(width: 4096, height: 10), onScreenOf: 10)
        #expect(draw(2) && view.picture[20, 0] == Color(rgb: 22))
    }

    @Test @MainLoop func aTickerFollowsItsPlaceholders() throws {
        let text = "default.content = { ticker = '{screen} {time:ss}' }"
        let reading = MachineConfiguration.reading(Array(text.utf8), as: "f")
        let kind = try #require(reading.configuration.defaults.content?.kind as? TickerKind)
        let recorder = ContentRecorder()
        let content = TextContent(kind, on: recorder.output)
        var now = Circumstances.sample(0)
        now.wallTime = .seconds(1_800_000_000)
        content.update(now)
        #expect(content.nextChange == now.now.advanced(by: .seconds(1)) && recorder.drawings == 0)
        now = now.moved(to: now.now.advanced(by: .seconds(1)))
        content.update(now)
        #expect(recorder.drawings == 1 && recorder.shown.count == 1 && recorder.states == [.shown])
        #expect(throws: Failure.self) { try kind.drawing(keepsPicture: false) { _ in } }
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
