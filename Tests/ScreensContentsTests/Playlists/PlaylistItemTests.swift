import ScreensConfiguration
import ScreensLinux
import TestSupport
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensContents

/// Items of a playlist that are refused, late, or without their files.
struct PlaylistItemTests {
    private static let (red, green, blue) = (Color(rgb: 0xFF0000), Color(rgb: 0x00FF00), Color(rgb: 0x0000FF))
    private static let start = MonotonicTime.zero.advanced(by: .seconds(1000))

    private let recorder = ContentRecorder()

    init() { MainLoop.thread }

    private func item(_ color: Color, _ seconds: Int) -> PlaylistItem {
        PlaylistItem(.color(color), for: TimeLength(milliseconds: seconds * 1000))
    }

    @MainLoop
    private func content(_ items: [PlaylistItem]) -> PlaylistContent {
        PlaylistContent(
            PlaylistKind(items), on: recorder.output, ContentRecorder.sources(), zone: LocalTime { _ in 0 })
    }

    private func sample(_ seconds: Double, wallTime: Duration? = nil) -> Circumstances {
        Circumstances(
            now: Self.start.advanced(by: .seconds(seconds)), wallTime: wallTime, size: Size(width: 2, height: 1))
    }

    private func color(_ easel: Easel, at seconds: Double) -> UInt32? {
        easel.draw(at: Self.start.advanced(by: .seconds(seconds)))
        return easel.picture.pixels.first
    }

    @MainLoop
    private func easel() throws -> Easel { Easel(2, 1, try #require(recorder.shown.last)) }

    @Test @MainLoop func anItemThatIsRefusedKeepsItsTimeAndSaysWhy() throws {
        let refused = PlaylistItem(
            .color(Self.green), title: "green", for: TimeLength(milliseconds: 10_000), refusal: "f:3: it is refused")
        let content = content([item(Self.red, 10), refused, item(Self.blue, 10)])
        content.update(sample(0))
        let easel = try easel()
        _ = color(easel, at: 0)
        for second in [10.0, 15] {
            content.update(sample(second))
            #expect(color(easel, at: second) == Self.red.rgb)
        }
        #expect(recorder.states.last?.problem?.reason == "f:3: it is refused")
        content.update(sample(20))
        #expect(color(easel, at: 20) == Self.blue.rgb)
        // The item is corrected.
        let list = PlaylistKind([item(Self.red, 10), item(Self.green, 10), item(Self.blue, 10)])
        #expect(content.replace(by: .playlist(list)))
        for second in [25.0, 30, 40] { content.update(sample(second)) }
        #expect(color(easel, at: 40) == Self.green.rgb)
    }

    /// The clock has the second item since five seconds, and the first one was shown in its place.
    @Test @MainLoop func anItemThatAnEditShowsLateHasNoOffsetFromTheClock() throws {
        func list(_ last: Int) -> PlaylistKind {
            PlaylistKind(
                [item(Self.red, 10), item(Self.green, 10), item(Self.blue, last)], PlaylistCourse(alignment: .clock))
        }
        let content = PlaylistContent(
            list(10), on: recorder.output, ContentRecorder.sources(), zone: LocalTime { _ in 0 })
        func update(_ second: Double) { content.update(sample(second, wallTime: .seconds(3000 + second))) }
        update(12)
        try content.take(.previous, sample(12, wallTime: .seconds(3012)))
        update(13)
        let easel = try easel()
        #expect(color(easel, at: 13) == Self.red.rgb)
        #expect(content.replace(by: .playlist(list(20))))
        #expect(content.pictures.allSatisfy { $0.due == nil })
        update(15)
        #expect(color(easel, at: 15) == Self.green.rgb || color(easel, at: 15.1) == Self.green.rgb)
        let green = content.pictures.first { $0.number == 2 }
        #expect(green != nil && green?.due == nil)
        update(20)
        #expect(content.pictures.first { $0.number == 3 }?.due == .seconds(3020))
    }

    @Test @MainLoop func itemsWithoutTheirFilesAreNamedBeforeTheirTurns() async throws {
        let folder = try SampleFolder()
        let paths = ["1.png", "2.png", "3.png"].map(folder.path)
        try folder.add("1.png", Self.red)
        let content = content(
            paths.map { path in
                PlaylistItem(
                    .image(ContentSetting.Placed(), path: path), for: TimeLength(milliseconds: 3_600_000))
            })
        content.update(sample(0))
        try await eventually("they are named") { !recorder.omissions.isEmpty }
        #expect(recorder.omissions.map(\.place) == [paths[1], paths[2]])
        #expect(recorder.omissions.first?.first == "item 2: \(paths[1]): No such file or directory")
        try await eventually("the first item is shown") { recorder.states.last == .shown }
        try folder.add("2.png", Self.green)
        try content.take(.next, sample(1))
        try await eventually("the second item is shown") {
            recorder.omissions.map(\.first) == ["item 3: \(paths[2]): No such file or directory"]
        }
        try folder.add("3.png", Self.blue)
        var again = sample(2)
        again.reading = 1
        content.update(again)
        try await eventually("nothing is missing") { recorder.omissions.isEmpty }
    }

    private func image(_ path: String) -> PlaylistItem {
        PlaylistItem(.image(ContentSetting.Placed(), path: path), for: TimeLength(milliseconds: 3_600_000))
    }

    @Test @MainLoop func theMissingFilesOfAListInAListAreNamedBesideTheMissingFilesOfTheOther() async throws {
        let folder = try SampleFolder()
        let paths = ["1.png", "2.png", "3.png", "4.png"].map(folder.path)
        try folder.add("3.png", Self.green)
        let inner = PlaylistKind([image(paths[1]), image(paths[2]), image(paths[3])])
        let content = content([
            image(paths[0]), PlaylistItem(.playlist(inner), for: TimeLength(milliseconds: 7_200_000)),
        ])
        let missing = [paths[0], paths[1], paths[3]]
        content.update(sample(0))
        try await eventually("they are named") { recorder.omissions.map(\.place) == missing }
        #expect(recorder.omissions.last?.first == "item 2: \(paths[3]): No such file or directory")
        // The inner list is shown, with its second item.
        try content.take(.next, sample(1))
        content.update(sample(3602))
        try await eventually("it is shown") { recorder.states.last == .shown }
        #expect(Set(recorder.omissions.map(\.place)) == Set(missing) && recorder.omissions.count == missing.count)
    }

    @Test @MainLoop func theMissingEntriesOfAPlaylistFileInAListAreNamedBesideTheMissingFilesOfTheList() async throws {
        let folder = try SampleFolder()
        let paths = ["1.png", "2.png", "3.png"].map(folder.path)
        try folder.add("2.png", Self.green)
        let file = folder.path(of: "list.m3u")
        try folder.write("2.png\n3.png\n", to: "list.m3u")
        let table = "default.content = { playlist = [{ playlist-file = '\(file)' }, { image = '\(paths[0])' }] }"
        let reading = MachineConfiguration.reading(Array(table.utf8), as: "f")
        let list = try #require(reading.configuration.defaults.content?.kind as? PlaylistKind, "\(reading.problems)")
        let content = PlaylistContent(
            list, on: recorder.output, ContentRecorder.sources(), zone: LocalTime { _ in 0 })
        content.update(sample(0))
        try await eventually("both are named") { Set(recorder.omissions.map(\.place)) == [paths[0], paths[2]] }
    }

    @Test @MainLoop func manyItemsWithoutTheirFilesAreCounted() async throws {
        let content = content((1...100).map { image("/missing/\($0).png") })
        content.update(sample(0))
        try await eventually("they are named") { !recorder.omissions.isEmpty }
        #expect(recorder.omissions.prefix(2).map(\.place) == ["/missing/1.png", "/missing/2.png"])
        #expect(recorder.omissions.count == 16)
        #expect(recorder.omissions.last?.count == "85 files of items cannot be opened")
    }
}
