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
        let content = FollowedListContent(kind, on: recorder.output, ContentRecorder.sources())
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
                    first: "\(path): line 1 is not a file of this machine: 'http://sign.example/1.png'")
            ])
    }
}
