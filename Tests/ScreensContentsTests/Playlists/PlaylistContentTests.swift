import ScreensConfiguration
import ScreensLinux
import TestSupport
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensContents

/// The pictures and states of a playlist over time.
struct PlaylistContentTests {
    private static let (red, green, blue) = (Color(rgb: 0xFF0000), Color(rgb: 0x00FF00), Color(rgb: 0x0000FF))
    private static let start = MonotonicTime.zero.advanced(by: .seconds(1000))

    private let recorder = ContentRecorder()

    init() { MainLoop.thread }

    private func item(_ color: Color, _ seconds: Int) -> PlaylistItem {
        PlaylistItem(.color(color), for: TimeLength(milliseconds: seconds * 1000))
    }

    /// An item that cannot be shown.
    private func broken(_ seconds: Int) -> PlaylistItem {
        PlaylistItem(.named("menu"), for: TimeLength(milliseconds: seconds * 1000))
    }

    private static let problem = ContentProblem(
        path: nil, reason: "no content in the section [contents] has the name 'menu'")

    @MainLoop
    private func content(_ items: [PlaylistItem], fade: Int = 0) -> PlaylistContent {
        PlaylistContent(
            PlaylistKind(items, PlaylistCourse(ContentPace(fade: TimeLength(milliseconds: fade)))), on: recorder.output,
            ContentRecorder.sources(), zone: LocalTime { _ in 0 })
    }

    private func sample(
        _ seconds: Double, wallTime: Duration? = nil, isOff: Bool = false
    ) -> Circumstances {
        Circumstances(
            now: Self.start.advanced(by: .seconds(seconds)), wallTime: wallTime, size: Size(width: 2, height: 1),
            isOff: isOff)
    }

    private func time(_ seconds: Double) -> MonotonicTime { Self.start.advanced(by: .seconds(seconds)) }

    @MainLoop
    private func easel() throws -> Easel { Easel(2, 1, try #require(recorder.shown.last)) }

    private func color(_ easel: Easel, at seconds: Double) -> UInt32? {
        easel.draw(at: time(seconds))
        return easel.picture.pixels.first
    }

    @Test @MainLoop func theScreenDrawsEachItemFromTheFirstRefreshOfItsTurn() throws {
        let content = content([item(Self.red, 10), item(Self.green, 30)])
        content.update(sample(0))
        #expect(recorder.takeStates() == [.waiting, .shown])
        let easel = try easel()
        #expect(color(easel, at: 0.1) == Self.red.rgb)
        // The next item is ready, and the screen's thread knows when its turn is.
        #expect(easel.next == .at(time(10)))
        #expect(color(easel, at: 9.99) == Self.red.rgb && easel.next == .at(time(10)))
        #expect(color(easel, at: 10) == Self.green.rgb && easel.next == .whenNeeded)
        #expect(content.nextChange == time(10))
        content.update(sample(10))
        #expect(color(easel, at: 10.1) == Self.green.rgb)
        // The first item is made ready again 20 s before its turn.
        #expect(content.nextChange == time(20))
        content.update(sample(20))
        #expect(color(easel, at: 20.1) == Self.green.rgb && easel.next == .at(time(40)))
        #expect(color(easel, at: 40) == Self.red.rgb)
        #expect(recorder.shown.count == 1)
    }

    @Test @MainLoop func itemsFadeFromTheBeginningOfTheirTurns() throws {
        let content = content([item(Color(rgb: 0), 10), item(Color(rgb: 0xFFFFFF), 10)], fade: 1000)
        content.update(sample(0))
        let easel = try easel()
        #expect(color(easel, at: 0) == 0)
        // The first refresh is late by a quarter of the fade.
        let quarter = try #require(color(easel, at: 10.25)) & 0xFF
        #expect((0x20...0x60).contains(quarter) && easel.next == .nextRefresh)
        #expect(color(easel, at: 11) == 0xFFFFFF && easel.next == .whenNeeded)
    }

    @Test @MainLoop func anItemFadesAsItSaysItself() throws {
        func item(_ color: Color, fade: Int?) -> PlaylistItem {
            PlaylistItem(
                .color(color), for: TimeLength(milliseconds: 10_000), fade: fade.map { TimeLength(milliseconds: $0) })
        }
        let (black, white) = (Color(rgb: 0), Color(rgb: 0xFFFFFF))
        let content = content([item(black, fade: nil), item(white, fade: 0), item(black, fade: 2000)], fade: 1000)
        content.update(sample(0))
        let easel = try easel()
        #expect(color(easel, at: 0) == 0)
        #expect(color(easel, at: 10) == 0xFFFFFF && easel.next == .whenNeeded)
        for second in [10.0, 20] { content.update(sample(second)) }
        _ = color(easel, at: 20)
        let half = try #require(color(easel, at: 21)) & 0xFF
        #expect((0x70...0x90).contains(half) && easel.next == .nextRefresh)
        #expect(color(easel, at: 22) == 0)
    }

    @Test @MainLoop func anotherFadeOfTheNextItemCounts() throws {
        let (black, white) = (Color(rgb: 0), Color(rgb: 0xFFFFFF))
        let content = content([item(black, 10), item(white, 10)], fade: 2000)
        content.update(sample(0))
        let easel = try easel()
        #expect(color(easel, at: 1) == 0)
        let cut = PlaylistItem(
            .color(white), for: TimeLength(milliseconds: 10_000), fade: TimeLength(milliseconds: 0))
        #expect(content.replace(by: list([item(black, 10), cut], fade: 2000)))
        content.update(sample(1))
        #expect(color(easel, at: 10) == 0xFFFFFF)
    }

    @Test @MainLoop func anItemThatFailsKeepsItsTimeWithTheLastPicture() throws {
        let content = content([item(Self.red, 10), broken(10), item(Self.green, 10)])
        content.update(sample(0))
        let easel = try easel()
        #expect(color(easel, at: 0) == Self.red.rgb)
        #expect(recorder.takeStates() == [.waiting, .shown])
        content.update(sample(10))
        #expect(recorder.takeStates() == [.former(Self.problem)])
        // The item after it is ready for its turn.
        #expect(color(easel, at: 19.9) == Self.red.rgb && color(easel, at: 20) == Self.green.rgb)
        content.update(sample(20))
        #expect(recorder.takeStates() == [.shown])
        // It is tried again in its next turn.
        for second in [30.0, 40] { content.update(sample(second)) }
        #expect(recorder.takeStates() == [.shown, .former(Self.problem)])
        #expect(recorder.messages.count == 2)
    }

    @Test @MainLoop func aListWithoutAnyItemThatCanBeShownFails() throws {
        let content = content([broken(10), broken(10)])
        content.update(sample(0))
        #expect(recorder.takeStates() == [.waiting, .failed(Self.problem)])
        content.update(sample(10))
        #expect(recorder.takeStates() == [.failed(Self.problem)])
    }

    @Test @MainLoop func theOnlyItemIsNotBegunAgain() throws {
        let content = content([item(Self.red, 10)])
        content.update(sample(0))
        #expect(content.nextChange == nil)
        content.update(sample(25))
        #expect(recorder.states == [.waiting, .shown])
    }

    @Test @MainLoop func nothingIsMadeReadyWhileTheScreenIsOff() throws {
        let content = content([item(Self.red, 10), broken(10), item(Self.green, 10)])
        content.update(sample(0, isOff: true))
        for second in [10.0, 20, 30, 40] { content.update(sample(second, isOff: true)) }
        #expect(recorder.messages.isEmpty)
        // The list has gone on meanwhile.
        content.update(sample(50))
        let easel = try easel()
        #expect(color(easel, at: 50) == Self.green.rgb)
    }

    @Test @MainLoop func anItemOutsideItsTimesIsAFailureOfTheListOnlyIfNoOtherIsThere() throws {
        let times = PlaylistTimes(during: try PowerSchedule("10:00-11:00"))
        let content = content([PlaylistItem(.color(Self.blue), for: nil, times)])
        content.update(sample(0, wallTime: .seconds(9 * 3600)))
        let none = ContentProblem(path: nil, reason: "no item of the playlist is to be shown now")
        #expect(recorder.takeStates() == [.waiting, .failed(none)])
        #expect(content.nextChange == time(3580))
        content.update(sample(3590, wallTime: .seconds(10 * 3600 - 10)))
        #expect(recorder.takeStates().isEmpty)
        content.update(sample(3600, wallTime: .seconds(10 * 3600)))
        #expect(recorder.takeStates() == [.shown])
        content.update(sample(7200, wallTime: .seconds(11 * 3600)))
        #expect(recorder.takeStates() == [.failed(none)])
        content.update(sample(90_000, wallTime: .seconds(34 * 3600)))
        #expect(recorder.takeStates() == [.shown])
    }

    @Test @MainLoop func aMovingItemGoesOnAfterAnItemThatFails() throws {
        let inner = PlaylistKind([item(Self.green, 4), item(Self.blue, 4)])
        let content = content([
            PlaylistItem(.playlist(inner), for: TimeLength(milliseconds: 8000)), broken(8),
        ])
        content.update(sample(0))
        let easel = try easel()
        var colors: [UInt32?] = []
        for second in 0..<40 {
            // The screen's thread is ahead of the main loop.
            colors.append(color(easel, at: Double(second)))
            content.update(sample(Double(second)))
        }
        let turns = (0..<40).map { $0 / 4 % 2 == 0 ? Self.green.rgb : Self.blue.rgb }
        #expect(colors == turns)
    }

    @Test @MainLoop func anItemWhoseTurnMovesIsNotDrawnBeforeIt() throws {
        let list = PlaylistKind([item(Self.red, 100), item(Self.green, 100)], PlaylistCourse(alignment: .clock))
        let content = PlaylistContent(
            list, on: recorder.output, ContentRecorder.sources(), zone: LocalTime { _ in 0 })
        content.update(sample(0, wallTime: .seconds(1_000_090)))
        let easel = try easel()
        #expect(color(easel, at: 1) == Self.red.rgb && easel.next == .at(time(10)))
        // The clock is set back by a minute.
        content.update(sample(2, wallTime: .seconds(1_000_032)))
        #expect(color(easel, at: 11) == Self.red.rgb)
        content.update(sample(51, wallTime: .seconds(1_000_081)))
        #expect(color(easel, at: 69) == Self.red.rgb && color(easel, at: 70) == Self.green.rgb)
    }

    @Test @MainLoop func aShownItemThatFailsLeavesTheLastPicture() throws {
        let times = PlaylistTimes(during: try PowerSchedule("10:00-11:00"))
        let inner = PlaylistKind([PlaylistItem(.color(Self.blue), for: nil, times)])
        let content = content([
            item(Self.red, 10), PlaylistItem(.playlist(inner), for: TimeLength(milliseconds: 600_000)),
        ])
        let before = Duration.seconds(11 * 3600 - 600)
        for second in [0.0, 10] { content.update(sample(second, wallTime: before + .seconds(second))) }
        _ = recorder.takeStates()
        content.update(sample(600, wallTime: .seconds(11 * 3600)))
        let none = ContentProblem(path: nil, reason: "no item of the playlist is to be shown now")
        #expect(recorder.takeStates() == [.former(none)])
    }

    @Test @MainLoop func anItemThatIsMadeReadyIsNotANewPicture() throws {
        let content = content([item(Self.red, 10), item(Self.green, 30)])
        content.update(sample(0))
        #expect((recorder.changes, recorder.drawings) == (1, 1))
        content.update(sample(10))
        #expect((recorder.changes, recorder.drawings) == (2, 1))
        content.update(sample(20))
        #expect((recorder.changes, recorder.drawings) == (2, 2))
    }

    @Test @MainLoop func anItemWhoseFileBreaksBeforeItsTurnIsShown() async throws {
        let files = try SampleFolder()
        try files.add("1.png", Self.green)
        let image = ContentSetting.image(ContentSetting.Placed(mode: .stretch), path: files.path(of: "1.png"))
        let content = content([item(Self.red, 10), PlaylistItem(image, for: TimeLength(milliseconds: 10_000))])
        content.update(sample(0))
        let easel = try easel()
        try await eventually("the picture is ready") { recorder.drawings > 0 }
        try WholeFile.write([1, 2, 3], to: files.path(of: "1.png"))
        var later = sample(1)
        later.reading = 1
        content.update(later)
        try await eventually("its file is broken") { !recorder.messages.isEmpty }
        #expect(color(easel, at: 10) == Self.green.rgb)
        content.update(sample(10))
        guard case .former? = recorder.states.last else {
            Issue.record("\(recorder.states)")
            return
        }
    }

    @Test @MainLoop func aListInsideOfAListBeginsWithItsTurn() throws {
        let inner = PlaylistKind([item(Self.green, 4), item(Self.blue, 4)])
        let content = content([
            item(Self.red, 10), PlaylistItem(.playlist(inner), for: TimeLength(milliseconds: 8000)),
        ])
        content.update(sample(0))
        let easel = try easel()
        #expect(color(easel, at: 9.9) == Self.red.rgb && color(easel, at: 10) == Self.green.rgb)
        content.update(sample(10))
        #expect(color(easel, at: 13.9) == Self.green.rgb && color(easel, at: 14) == Self.blue.rgb)
        for second in [14.0, 18] { content.update(sample(second)) }
        #expect(color(easel, at: 18) == Self.red.rgb)
    }

    // MARK: Steps and positions

    @Test @MainLoop func theItemOfAStepIsShownAtOnceAndFadesFromThen() throws {
        let content = content([item(Color(rgb: 0), 10), item(Color(rgb: 0xFFFFFF), 10)], fade: 1000)
        content.update(sample(0))
        let easel = try easel()
        #expect(color(easel, at: 0) == 0)
        // The next item is ready, for a later time.
        try content.take(.next, sample(2))
        #expect(color(easel, at: 2) == 0 && easel.next == .nextRefresh)
        #expect(color(easel, at: 3) == 0xFFFFFF)
        #expect(content.nextChange == time(12))
    }

    @Test @MainLoop func thePositionNamesTheShownItemAndTheNext() throws {
        let inner = PlaylistKind([item(Self.green, 4), item(Self.blue, 4)])
        let content = content([
            item(Self.red, 10), broken(10), PlaylistItem(.playlist(inner), for: TimeLength(milliseconds: 8000)),
        ])
        func position(
            _ shown: (String, Int, Double)?, of count: Int, _ next: (String, Int, Double)?
        ) -> PlaylistPosition {
            func item(_ item: (String, Int, Double)) -> PlaylistPosition.Item {
                PlaylistPosition.Item(title: item.0, number: item.1, start: time(item.2))
            }
            return PlaylistPosition(shown: shown.map(item), count: count, next: next.map(item), movedUntil: nil)
        }
        content.update(sample(0))
        #expect(content.positions == [position(("#FF0000", 1, 0), of: 3, ("menu", 2, 10))])
        // The item fails, and the picture before it stays.
        content.update(sample(10))
        #expect(content.positions == [position(("#FF0000", 1, 0), of: 3, ("playlist", 3, 20))])
        content.update(sample(20))
        let outer = position(("playlist", 3, 20), of: 3, ("#FF0000", 1, 28))
        #expect(content.positions == [outer, position(("#00FF00", 1, 20), of: 2, ("#0000FF", 2, 24))])
        content.update(sample(24))
        #expect(content.positions == [outer, position(("#0000FF", 2, 24), of: 2, ("#00FF00", 1, 28))])
    }

    // MARK: A list that replaces another one

    private func list(_ items: [PlaylistItem], fade: Int = 0) -> ContentSetting {
        .playlist(PlaylistKind(items, PlaylistCourse(ContentPace(fade: TimeLength(milliseconds: fade)))))
    }

    @Test @MainLoop func theShownItemKeepsItsTurnIfTheListChangesAroundIt() throws {
        let content = content([item(Self.red, 10), item(Self.green, 30)])
        for second in [0.0, 10] { content.update(sample(second)) }
        let easel = try easel()
        #expect(color(easel, at: 12) == Self.green.rgb)
        _ = recorder.takeStates()
        #expect(content.replace(by: list([item(Self.blue, 5), item(Self.red, 10), item(Self.green, 20)])))
        content.update(sample(12))
        // Its new length counts from the beginning of its turn, and the list goes on in its new order.
        #expect(content.positions.first?.shown?.number == 3 && content.positions.first?.shown?.start == time(10))
        #expect(color(easel, at: 29.9) == Self.green.rgb && color(easel, at: 30) == Self.blue.rgb)
        content.update(sample(30))
        #expect(recorder.takeStates() == [.shown] && recorder.shown.count == 1)
    }

    @Test @MainLoop func anItemThatIsReplacedLeavesItsPictureUntilTheNextIsThere() async throws {
        let files = try SampleFolder()
        try files.add("1.png", Self.blue)
        let image = ContentSetting.image(ContentSetting.Placed(mode: .stretch), path: files.path(of: "1.png"))
        let content = content([item(Self.red, 10), item(Self.green, 30)])
        content.update(sample(0))
        let easel = try easel()
        _ = recorder.takeStates()
        let length = TimeLength(milliseconds: 10_000)
        #expect(content.replace(by: list([PlaylistItem(image, for: length), item(Self.green, 30)])))
        content.update(sample(4))
        #expect(color(easel, at: 4) == Self.red.rgb)
        try await eventually("the picture is shown") { recorder.states.last == .shown }
        #expect(color(easel, at: 5) == Self.blue.rgb && content.positions.first?.shown?.start == time(4))
    }

    @Test @MainLoop func aListInsideGoesOnIfAnotherItemOfItChanges() throws {
        func inner(_ last: Color) -> PlaylistItem {
            PlaylistItem(
                .playlist(PlaylistKind([item(Self.green, 4), item(last, 4)])), for: TimeLength(milliseconds: 80_000))
        }
        let content = content([inner(Self.blue), item(Self.red, 10)])
        content.update(sample(0))
        let easel = try easel()
        #expect(content.replace(by: list([inner(Self.red), item(Self.red, 10)])))
        content.update(sample(2))
        #expect(color(easel, at: 3.9) == Self.green.rgb && color(easel, at: 4) == Self.red.rgb)
        #expect(content.positions.map { $0.shown?.start } == [time(0), time(0)])
    }

    @Test @MainLoop func aListByTheClockStaysOnItIfItChanges() throws {
        func kind(_ items: [PlaylistItem]) -> PlaylistKind { PlaylistKind(items, PlaylistCourse(alignment: .clock)) }
        let content = PlaylistContent(
            kind([item(Self.red, 10), item(Self.green, 10)]), on: recorder.output, ContentRecorder.sources(),
            zone: LocalTime { _ in 0 })
        content.update(sample(0, wallTime: .seconds(1200)))
        let easel = try easel()
        #expect(color(easel, at: 1) == Self.red.rgb)
        let list = kind([item(Self.red, 30), item(Self.blue, 30)])
        #expect(content.replace(by: .playlist(list)))
        for second in [2.0, 12] { content.update(sample(second, wallTime: .seconds(1200 + second))) }
        #expect(color(easel, at: 29.9) == Self.red.rgb && color(easel, at: 30) == Self.blue.rgb)
    }

    @Test @MainLoop func anotherFadeCountsFromTheNextTurnOn() throws {
        let content = content([item(Color(rgb: 0), 10), item(Color(rgb: 0xFFFFFF), 10)])
        content.update(sample(0))
        #expect(content.replace(by: list([item(Color(rgb: 0), 10), item(Color(rgb: 0xFFFFFF), 10)], fade: 2000)))
        content.update(sample(1))
        let easel = try easel()
        #expect(color(easel, at: 1) == 0)
        let half = try #require(color(easel, at: 11)) & 0xFF
        #expect((0x70...0x90).contains(half))
        #expect(!content.replace(by: .color(Self.red)))
    }

    @Test @MainLoop func anItemThatIsRemovedAfterTheScreenHasBegunWithItGoes() throws {
        let content = content([item(Self.red, 10), item(Self.green, 10)])
        content.update(sample(0))
        let easel = try easel()
        #expect(color(easel, at: 1) == Self.red.rgb)
        // The screen's thread is ahead of the main loop.
        #expect(color(easel, at: 10) == Self.green.rgb)
        #expect(content.replace(by: list([item(Self.red, 3600)])))
        content.update(sample(9.99))
        #expect(color(easel, at: 10.1) == Self.red.rgb && content.positions.first?.shown?.number == 1)
        content.update(sample(20))
        #expect(color(easel, at: 20) == Self.red.rgb)
    }

    @Test @MainLoop func aListWhoseFileBreaksBeforeItsTurnIsShown() async throws {
        let files = try SampleFolder()
        try files.add("1.png", Self.green)
        try WholeFile.write(Array("1.png\n".utf8), to: files.path(of: "list.m3u"))
        let file = ContentSetting.playlistFile(
            ContentSetting.Placed(mode: .stretch), path: files.path(of: "list.m3u"))
        let content = content([item(Self.red, 10), PlaylistItem(file, for: TimeLength(milliseconds: 10_000))])
        content.update(sample(0))
        let easel = try easel()
        try await eventually("the list is ready") { recorder.drawings > 0 }
        try WholeFile.write([1, 2, 3], to: files.path(of: "list.m3u"))
        try await eventually("its file is broken") { !recorder.messages.isEmpty }
        content.update(sample(10))
        #expect(color(easel, at: 10) == Self.green.rgb)
    }
}
