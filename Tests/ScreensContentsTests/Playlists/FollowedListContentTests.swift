import ScreensConfiguration
import ScreensLinux
import TestSupport
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensContents

/// The pictures and states of the entries of a playlist file.
struct FollowedListContentTests {
    private static let (red, green) = (Color(rgb: 0xFF0000), Color(rgb: 0x00FF00))

    private let recorder = ContentRecorder()
    private let files: SampleFolder

    init() throws {
        MainLoop.thread
        files = try SampleFolder()
        try files.add("1.png", Self.red)
        try files.add("2.png", Self.green)
    }

    private func write(_ text: String, to name: String = "list.m3u") throws {
        try WholeFile.write(Array(text.utf8), to: files.path(of: name))
    }

    @MainLoop
    private func begin() -> FollowedListContent {
        let kind = PlaylistFileKind(
            ContentSetting.Placed(mode: .stretch), path: files.path(of: "list.m3u"), PlaylistCourse())
        let content = FollowedListContent(.file(kind), on: recorder.output, ContentRecorder.sources())
        content.update(.sample(0))
        return content
    }

    @MainLoop
    private func titles(_ content: FollowedListContent) -> [String] {
        content.positions.compactMap { $0.shown?.title.split(separator: "/").last.map(String.init) }
    }

    @Test @MainLoop func theShownEntryStaysWhenTheFileChanges() async throws {
        try write("#EXTINF:3600\n1.png\n2.png\n")
        let content = begin()
        try await eventually("the first entry is shown") { recorder.states.last == .shown }
        let start = content.positions.first?.shown?.start
        try write("2.png\n#EXTINF:7200\n1.png\n")
        try await eventually("the list is another one") { content.positions.first?.shown?.number == 2 }
        #expect(titles(content) == ["1.png"] && content.positions.first?.shown?.start == start)
        #expect(recorder.shown.count == 1)
    }

    /// Slides by the clock: the second picture has the second of each two hours.
    @Test @MainLoop func thePicturesOfAFolderFollowTheClock() async throws {
        let show = ContentSetting.SlideShow(
            folder: files.folder, ContentPace(interval: TimeLength(milliseconds: 3_600_000)), alignment: .clock)
        let slides = ContentSetting.slides(ContentSetting.Placed(mode: .stretch), show)
        let content = try #require(
            slides.makeContent(on: recorder.output, ContentRecorder.sources()) as? FollowedListContent)
        var circumstances = Circumstances.sample(0)
        // The list is made when the folder has been read.
        circumstances.now = .now
        circumstances.wallTime = .seconds(6_009_600)
        content.update(circumstances)
        try await eventually("the picture is shown") { recorder.states.last == .shown }
        #expect(titles(content) == ["2.png"] && content.positions.first?.count == 2)
        #expect(content.positions.first?.next?.start == circumstances.now.advanced(by: .seconds(2400)))
        try files.add("3.png", Self.red)
        try await eventually("the third picture belongs to it") { content.positions.first?.count == 3 }
        var other = show
        other.pace.fade = TimeLength(milliseconds: 1000)
        #expect(content.replace(by: .slides(ContentSetting.Placed(mode: .stretch), other)))
        other.folder = "/"
        #expect(!content.replace(by: .slides(ContentSetting.Placed(mode: .stretch), other)))
    }

    @Test @MainLoop func theLastListStaysWhileTheFileCannotBeRead() async throws {
        try write("1.png\n")
        let content = begin()
        try await eventually("the entry is shown") { recorder.states.last == .shown }
        try write("# nothing\n")
        let path = files.path(of: "list.m3u")
        let none = ContentProblem(path: path, reason: "the playlist \(path) has no entry that can be shown")
        try await eventually("the problem is reported") { recorder.states.last == .former(none) }
        #expect(titles(content) == ["1.png"])
        try write("2.png\n")
        try await eventually("the new list is shown") { titles(content) == ["2.png"] }
        #expect(recorder.states.last == .shown)
    }

    @Test @MainLoop func aFileThatIsMissingIsShownWhenItComes() async throws {
        let content = begin()
        try await eventually("it is missing") {
            if case .failed? = recorder.states.last { true } else { false }
        }
        try write("1.png\n")
        try await eventually("it is shown") { recorder.states.last == .shown }
        #expect(titles(content) == ["1.png"])
    }

    @Test @MainLoop func aFileThatContainsItselfEnds() async throws {
        try write("list.m3u\n")
        let content = begin()
        // The innermost file has no entry that can be shown.
        try await eventually("it cannot be shown") {
            if case .failed? = recorder.states.last { true } else { false }
        }
        #expect(content.positions.count <= 8)
    }

    @Test @MainLoop func aLineThatContainsItsOwnFileIsNamed() async throws {
        try write("1.png\nlist.m3u\nother.m3u\n")
        try write("2.png\nlist.m3u\n", to: "other.m3u")
        let content = begin()
        try await eventually("the entry is shown") { recorder.states.last == .shown }
        let path = files.path(of: "list.m3u")
        #expect(recorder.omissions.map(\.first) == ["\(path): line 2 is the playlist file itself"])
        try content.take(.item(2), .sample(0))
        try await eventually("the other file is shown") { recorder.omissions.count == 2 }
        let other = "\(files.path(of: "other.m3u")): line 2 is \(path), which this playlist file is a part of"
        #expect(recorder.omissions.last?.first == other)
    }

    @Test @MainLoop func linesThatCannotBeUsedAreOmissions() async throws {
        try write("http://sign.example/1.png\n1.png\nC:\\2.png\n")
        let content = begin()
        try await eventually("the entry is shown") { recorder.states.last == .shown }
        #expect(titles(content) == ["1.png"])
        let path = files.path(of: "list.m3u")
        #expect(
            recorder.omissions == [
                ContentOmission(
                    place: path, count: "2 lines cannot be used",
                    first: "\(path): line 1 is not a file of this machine, to which it has to be copied: "
                        + "'http://sign.example/1.png'")
            ])
    }
}
