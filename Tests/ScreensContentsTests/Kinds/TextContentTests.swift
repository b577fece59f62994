import ScreensLinux
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensContents

/// Words as a content: when they change, and what is drawn then.
struct TextContentTests {
    private static let zone = LocalTime { _ in 3600 }
    /// 10:58:30.25 in that zone.
    private static let wallTime = Duration.seconds(1_795_946_310) + .milliseconds(250)

    init() { MainLoop.thread }

    private func kind(_ table: String) throws -> TextKind {
        let text = "default.content = { \(table) }"
        let reading = MachineConfiguration.reading(Array(text.utf8), as: "f")
        return try #require(reading.configuration.defaults.content?.kind as? TextKind, "\(reading.problems)")
    }

    private func circumstances(
        after length: Duration = .zero, isKnown: Bool = true, isOff: Bool = false, use: Circumstances.Use = .free
    ) -> Circumstances {
        Circumstances(
            now: MonotonicTime.zero.advanced(by: .seconds(1000) + length),
            wallTime: isKnown ? Self.wallTime + length : nil, size: Size(width: 200, height: 40), isOff: isOff,
            use: use)
    }

    @Test @MainLoop func aClockOfMinutesWakesOnceAMinute() throws {
        let recorder = ContentRecorder()
        let content = TextContent(try kind("text = '{time:HH:mm}'"), on: recorder.output, zone: Self.zone)
        content.update(circumstances())
        #expect(recorder.states == [.shown] && recorder.shown.count == 1 && recorder.drawings == 0)
        for wakes in 1...60 {
            let next = try #require(content.nextChange)
            let length = MonotonicTime.zero.advanced(by: .seconds(1000)).duration(to: next)
            #expect(length == .milliseconds(29_750) + .seconds(60 * (wakes - 1)))
            content.update(circumstances(after: length))
            #expect(recorder.drawings == wakes, "each wake-up draws another minute")
        }
        // It is one picture all the while.
        #expect(recorder.shown.count == 1 && recorder.changes == 0)
    }

    /// Two readings of clocks differ by some microseconds.
    @Test @MainLoop func aWakeUpSlightlyBeforeTheMinuteIsNotFollowedByAnother() throws {
        let recorder = ContentRecorder()
        let content = TextContent(try kind("text = '{time:HH:mm}'"), on: recorder.output, zone: Self.zone)
        content.update(circumstances())
        content.update(circumstances(after: .milliseconds(29_749) + .microseconds(990)))
        #expect(recorder.drawings == 1)
        let next = try #require(content.nextChange)
        #expect(MonotonicTime.zero.advanced(by: .seconds(1000)).duration(to: next) == .milliseconds(89_750))
    }

    @Test @MainLoop func aTextWithoutTimeNeverWakes() throws {
        let content = TextContent(try kind("text = 'Hello'"), on: ContentRecorder().output)
        content.update(circumstances())
        #expect(content.nextChange == nil)
    }

    @Test(arguments: [(false, false, Circumstances.Use.free), (true, true, .free), (true, false, .drawn)]) @MainLoop
    func nothingWakesWhileTheTimeIsUnknownOrTheTextHidden(isKnown: Bool, isOff: Bool, use: Circumstances.Use) throws {
        let content = TextContent(try kind("text = '{time:ss}'"), on: ContentRecorder().output)
        content.update(circumstances(isKnown: isKnown, isOff: isOff, use: use))
        #expect(content.nextChange == nil)
    }

    @Test @MainLoop func aChangeDrawsTheWordsAlone() throws {
        let recorder = ContentRecorder()
        let table = "text = '{time:ss}', text-align = 'top-left', size = '25%', margin = 0, background = '#102030'"
        let content = TextContent(try kind(table), on: recorder.output, zone: Self.zone)
        content.update(circumstances())
        let easel = Easel(200, 40, try #require(recorder.shown.first))
        #expect(easel.draw() == [Rectangle(x: 0, y: 0, width: 200, height: 40)])
        let first = easel.picture
        #expect(first[199, 39] == Color(rgb: 0x102030) && first.pixels.contains { $0 & 0xFFFFFF == 0xFFFFFF })
        #expect(easel.draw().isEmpty, "an unchanged text draws nothing")
        content.update(circumstances(after: .seconds(1)))
        // Two letters of 5x9 pixels, and the pixel between them.
        #expect(easel.draw() == [Rectangle(x: 0, y: 0, width: 11, height: 9)])
        #expect(!easel.picture.differences(from: first).isEmpty)
    }

    @Test @MainLoop func lettersThatTheFontLacksAreReported() throws {
        let recorder = ContentRecorder()
        let content = TextContent(try kind("text = 'Zażółć ąę ж'"), on: recorder.output)
        content.update(circumstances())
        let first = recorder.omissions.first?.first
        #expect(first?.contains("'ż', 'ł', 'ć', 'ą', 'ę', 'ж'") == true, "\(first ?? "")")
        #expect(recorder.states == [.shown] && recorder.messages.count == 1)
    }
}
