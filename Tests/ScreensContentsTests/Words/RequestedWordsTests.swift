import ScreensLinux
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensContents

/// A program of the test that draws words: it answers when the test says so.
@MainLoop
private final class Drawer: WordsDrawer {
    private(set) var orders: [WordsOrder] = []
    private var take: (@MainLoop (WordsOutcome) -> Void)?

    nonisolated init() {}

    func draw(_ order: WordsOrder, then take: @escaping @MainLoop (WordsOutcome) -> Void) -> any Sendable {
        orders.append(order)
        self.take = take
        return order
    }

    func answer(_ outcome: WordsOutcome) { take?(outcome) }

    /// Answers with a picture of one pixel.
    func answer(missing: Int = 0) throws {
        let image = try Image(size: Size(width: 1, height: 1), premultiplied: [0xFFFF_0000])
        let memory = try PictureSettings().budget.grant(4, for: .pictures)
        let place = Rectangle(x: 3, y: 4, width: 1, height: 1)
        answer(.drawn(DrawnWords(image, at: place, missing: missing, memory)))
    }
}

/// Words as another program draws them: what is shown while it has no picture yet, or can no longer have one.
struct RequestedWordsTests {
    private static let start = MonotonicTime.now

    init() { MainLoop.thread }

    private func kind(_ table: String) throws -> TextKind {
        let reading = MachineConfiguration.reading(Array("default.content = { \(table) }".utf8), as: "f")
        return try #require(reading.configuration.defaults.content?.kind as? TextKind, "\(reading.problems)")
    }

    private func circumstances(
        after seconds: Double = 0, size: Size = Size(width: 64, height: 48), isOff: Bool = false
    ) -> Circumstances {
        Circumstances(
            now: Self.start.advanced(by: .seconds(seconds)), wallTime: .seconds(1_800_000_000) + .seconds(seconds),
            size: size, isOff: isOff)
    }

    /// The colour of the pixel that the pictures of the test have.
    @MainLoop
    private func pixel(_ recorder: ContentRecorder) throws -> UInt32 {
        let easel = Easel(64, 48, try #require(recorder.shown.first))
        _ = easel.draw()
        return easel.picture.pixels[4 * 64 + 3] & 0xFFFFFF
    }

    @Test @MainLoop func thePictureIsShownWhenItIsThere() throws {
        let (recorder, drawer) = (ContentRecorder(), Drawer())
        let content = TextContent(try kind("text = 'Hello', size = '25%'"), on: recorder.output, drawer)
        content.update(circumstances())
        #expect(recorder.states == [.waiting] && recorder.shown.isEmpty && drawer.orders.count == 1)
        #expect(drawer.orders[0].text == "Hello" && drawer.orders[0].letterSize == 12)
        try drawer.answer()
        #expect(recorder.states.last == .shown && recorder.shown.count == 1 && content.nextChange == nil)
        #expect(try pixel(recorder) == 0xFF0000)
    }

    /// A program that refuses words ends while nothing else is requested.
    @Test @MainLoop func wordsThatAreRefusedAreRequestedEverMoreRarely() throws {
        let drawer = Drawer()
        let content = TextContent(try kind("text = 'Hello'"), on: ContentRecorder().output, drawer)
        var now = circumstances()
        content.update(now)
        var pauses: [Double] = []
        for _ in 0..<5 {
            let before = MonotonicTime.now
            drawer.answer(.refused("it is too long"))
            let next = try #require(content.nextChange)
            pauses.append((before.duration(to: next) / .seconds(1)).rounded())
            now.now = next
            content.update(now)
        }
        #expect(pauses == [30, 120, 480, 600, 600] && drawer.orders.count == 6)
    }

    @Test @MainLoop func theBuiltInFontIsShownIfTheFirstPictureIsLate() throws {
        let (recorder, drawer) = (ContentRecorder(), Drawer())
        let content = TextContent(try kind("text = 'Hello'"), on: recorder.output, drawer)
        content.update(circumstances())
        content.update(circumstances(after: 1.9))
        #expect(recorder.shown.isEmpty)
        content.update(circumstances(after: 2))
        #expect(recorder.shown.count == 1 && recorder.states.last == .shown)
        #expect(try pixel(recorder) != 0xFF0000)
        try drawer.answer()
        #expect(recorder.shown.count == 1 && recorder.drawings == 1, "the picture follows when it is there")
        #expect(try pixel(recorder) == 0xFF0000)
    }

    @Test @MainLoop func oneRequestIsUnderWayForTheLatestWords() throws {
        let (recorder, drawer) = (ContentRecorder(), Drawer())
        let content = TextContent(try kind("text = '{time:ss}'"), on: recorder.output, drawer)
        for second in 0..<4 { content.update(circumstances(after: Double(second) / 2)) }
        #expect(drawer.orders.map(\.text) == ["00"])
        try drawer.answer()
        #expect(drawer.orders.map(\.text) == ["00", "01"])
        #expect(try pixel(recorder) == 0xFF0000)
    }

    @Test @MainLoop func theLastPictureStaysForSomeSecondsWithoutTheProgram() throws {
        let (recorder, drawer) = (ContentRecorder(), Drawer())
        let content = TextContent(try kind("text = '{time:ss}'"), on: recorder.output, drawer)
        content.update(circumstances())
        try drawer.answer()
        content.update(circumstances(after: 1))
        drawer.answer(.lost("it has ended"))
        #expect(try pixel(recorder) == 0xFF0000)
        content.update(circumstances(after: 5.5))
        #expect(try pixel(recorder) == 0xFF0000)
        #expect(drawer.orders.count == 3, "it is called again")
        content.update(circumstances(after: 6.5))
        #expect(try pixel(recorder) != 0xFF0000, "a clock that stands is worse than the built-in font")
        try drawer.answer()
        try drawer.answer()
        #expect(try pixel(recorder) == 0xFF0000)
    }

    @Test @MainLoop func theProgramIsCalledAgainAtGrowingPauses() throws {
        let drawer = Drawer()
        let content = TextContent(try kind("text = 'ж'"), on: ContentRecorder().output, drawer)
        content.update(circumstances())
        for (calls, pause) in zip(2..., [0.1, 0.4, 1.6, 6.4, 25.6, 30, 30]) {
            let before = MonotonicTime.now
            drawer.answer(.lost("it has ended"))
            let next = try #require(content.nextChange)
            let length = before.duration(to: next)
            #expect(length >= .seconds(pause) && length < .seconds(pause * 4), "\(length)")
            var later = circumstances()
            later.now = next
            content.update(later)
            #expect(drawer.orders.count == calls)
        }
    }

    @Test @MainLoop func withoutTheProgramPlainWordsWakeNothing() throws {
        let (recorder, drawer) = (ContentRecorder(), Drawer())
        let content = TextContent(try kind("text = 'Hello'"), on: recorder.output, drawer)
        content.update(circumstances())
        drawer.answer(.missing("no program"))
        #expect(content.nextChange == nil && recorder.omissions.isEmpty && recorder.states.last == .shown)
    }

    @Test(arguments: ["text = 'ж'", "text = 'Hello', font = 'serif'", "text = 'Hello', outline = '#000'"]) @MainLoop
    func withoutTheProgramARemedyIsNamedForWordsThatNeedIt(table: String) throws {
        let (recorder, drawer) = (ContentRecorder(), Drawer())
        let content = TextContent(try kind(table), on: recorder.output, drawer)
        content.update(circumstances())
        for _ in 0..<3 {
            drawer.answer(.missing("no program"))
            var later = circumstances()
            later.now = try #require(content.nextChange)
            content.update(later)
        }
        #expect(recorder.omissions.first?.fontRemedy == "install the package screens-words")
        #expect(recorder.messages.count { $0 == .oddity("card1/DP-1: no program") } == 1)
        try drawer.answer()
        #expect(recorder.omissions.isEmpty)
    }

    @Test @MainLoop func nothingIsRequestedWhileTheScreenIsOff() throws {
        let (recorder, drawer) = (ContentRecorder(), Drawer())
        let content = TextContent(try kind("text = '{time:ss}'"), on: recorder.output, drawer)
        content.update(circumstances(isOff: true))
        #expect(drawer.orders.isEmpty && recorder.states.last == .shown && content.nextChange == nil)
        content.update(circumstances(after: 1))
        #expect(drawer.orders.count == 1)
        content.update(circumstances(after: 2, isOff: true))
        #expect(content.nextChange == nil)
        // The outcome of a request that has ended counts no longer.
        try drawer.answer()
        #expect(try pixel(recorder) != 0xFF0000)
    }

    @Test(arguments: [(1.0, true), (3600, false)]) @MainLoop
    func wordsFromBeforeANightAreNotShownAfterIt(length: Double, isShown: Bool) throws {
        let (recorder, drawer) = (ContentRecorder(), Drawer())
        let content = TextContent(try kind("text = '{time:HH:mm:ss}'"), on: recorder.output, drawer)
        content.update(circumstances())
        try drawer.answer()
        for share in 1...3 { content.update(circumstances(after: length * Double(share) / 4, isOff: true)) }
        content.update(circumstances(after: length))
        #expect(try (pixel(recorder) == 0xFF0000) == isShown)
        try drawer.answer()
        #expect(try pixel(recorder) == 0xFF0000)
    }

    @Test @MainLoop func aRightPictureStaysAfterANight() throws {
        let (recorder, drawer) = (ContentRecorder(), Drawer())
        let content = TextContent(try kind("text = 'Hello'"), on: recorder.output, drawer)
        content.update(circumstances())
        try drawer.answer()
        content.update(circumstances(after: 1, isOff: true))
        content.update(circumstances(after: 3600))
        #expect(try pixel(recorder) == 0xFF0000 && drawer.orders.count == 1)
    }

    @Test @MainLoop func aShownPictureHasNoNoticeWhileTheProgramIsGone() throws {
        let (recorder, drawer) = (ContentRecorder(), Drawer())
        let content = TextContent(try kind("text = 'ж{time:ss}'"), on: recorder.output, drawer)
        content.update(circumstances())
        try drawer.answer()
        content.update(circumstances(after: 1))
        drawer.answer(.lost("it has ended"))
        #expect(recorder.omissions.isEmpty, "the last picture is shown")
        content.update(circumstances(after: 6.5))
        #expect(!recorder.omissions.isEmpty, "the built-in font is shown")
        try drawer.answer()
        try drawer.answer()
        #expect(recorder.omissions.isEmpty)
    }

    @Test @MainLoop func wordsThatAreLateNeedNoInstallation() throws {
        let (recorder, drawer) = (ContentRecorder(), Drawer())
        let content = TextContent(try kind("text = 'ж'"), on: recorder.output, drawer)
        content.update(circumstances())
        content.update(circumstances(after: 3))
        #expect(recorder.omissions.map(\.fontRemedy) == ["see the journal"])
    }

    @Test @MainLoop func aPictureOutsideOfASmallerScreenIsReplacedByTheBuiltInFont() throws {
        let (recorder, drawer) = (ContentRecorder(), Drawer())
        let content = TextContent(try kind("text = 'I', text-color = '#00FF00'"), on: recorder.output, drawer)
        content.update(circumstances())
        try drawer.answer()
        let easel = Easel(8, 4, try #require(recorder.shown.first))
        _ = easel.draw()
        #expect(easel.picture.pixels.contains { $0 & 0xFFFFFF == 0x00FF00 })
    }

    @Test @MainLoop func aCodeIsShownOnlyAsAPicture() throws {
        let (recorder, drawer) = (ContentRecorder(), Drawer())
        let reading = MachineConfiguration.reading(
            Array("default.content = { qr = '{time:mm}', correction = 'high' }".utf8), as: "f")
        let kind = try #require(reading.configuration.defaults.content?.kind as? CodeKind)
        let content = TextContent(kind, on: recorder.output, drawer)
        content.update(circumstances())
        #expect(drawer.orders.map(\.form) == [.code(.high)] && recorder.states == [.waiting])
        drawer.answer(.missing("no program"))
        let problem = recorder.states.last?.problem?.reason
        #expect(problem == "no program: install the package screens-words" && recorder.shown.isEmpty)
        var later = circumstances()
        later.now = try #require(content.nextChange)
        content.update(later)
        try drawer.answer()
        #expect(recorder.states.last == .shown && recorder.omissions.isEmpty)
        #expect(try pixel(recorder) == 0xFF0000)
        // A code of the minute before is wrong.
        content.update(circumstances(after: 60))
        content.update(circumstances(after: 66))
        #expect(try recorder.states.last == .shown && pixel(recorder) != 0xFF0000)
        drawer.answer(.lost("it hangs"))
        #expect(recorder.states.last?.problem?.reason == "it hangs")
        later.now = try #require(content.nextChange)
        content.update(later)
        try drawer.answer()
        #expect(recorder.states.last == .shown && recorder.shown.count == 2)
    }

    @Test @MainLoop func lettersWithoutAFormAreReported() throws {
        let (recorder, drawer) = (ContentRecorder(), Drawer())
        let content = TextContent(try kind("text = 'ж'"), on: recorder.output, drawer)
        content.update(circumstances())
        try drawer.answer(missing: 2)
        #expect(recorder.omissions.map(\.count) == ["2 letters of a text"])
    }
}
