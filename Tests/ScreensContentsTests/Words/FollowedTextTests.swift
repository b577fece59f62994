import ScreensLinux
import TestSupport
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensContents

/// Words with the texts of files.
struct FollowedTextTests {
    init() { MainLoop.thread }

    /// Lets no program draw, and notes the texts.
    @MainLoop
    private final class Drawer: WordsDrawer {
        private(set) var texts: [String] = []

        nonisolated init() {}

        func draw(_ order: WordsOrder, then take: @escaping @MainLoop (WordsOutcome) -> Void) -> any Sendable {
            texts.append(order.text)
            MainLoop.enqueue { take(.missing("no program")) }
            return order
        }
    }

    @MainLoop
    private func content(_ files: SampleFolder, _ recorder: ContentRecorder, _ drawer: Drawer) throws -> TextContent {
        let table = "default.content = { text = 'Price: {file:\(files.path(of: "price.txt"))}' }"
        let reading = MachineConfiguration.reading(Array(table.utf8), as: "f")
        let kind = try #require(reading.configuration.defaults.content?.kind as? TextKind, "\(reading.problems)")
        return TextContent(kind, on: recorder.output, drawer, files: ContentRecorder.sources())
    }

    @Test @MainLoop func aFileIsFollowed() async throws {
        let (files, recorder, drawer) = (try SampleFolder(), ContentRecorder(), Drawer())
        let path = files.path(of: "price.txt")
        try WholeFile.write(Array("12 €\r\n".utf8), to: path)
        let content = try content(files, recorder, drawer)
        content.update(.sample(0))
        #expect(recorder.states == [.waiting] && drawer.texts.isEmpty)
        try await eventually("it is shown") { recorder.states.last == .shown }
        #expect(drawer.texts == ["Price: 12 €"])
        try WholeFile.write(Array("13 €".utf8), to: path)
        try await eventually("the change is shown") { drawer.texts.last == "Price: 13 €" }
        #expect(recorder.shown.count == 1 && recorder.omissions.isEmpty)
    }

    @Test(arguments: [
        (Array("a\u{0}".utf8) + [0xFF], "is not in UTF-8"),
        ([UInt8](repeating: 97, count: 65_537), "more than 65536 bytes"),
    ]) @MainLoop
    func aFileThatCannotBeShownIsNamedAndTheLastTextStays(bytes: [UInt8], problem: String) async throws {
        let (files, recorder, drawer) = (try SampleFolder(), ContentRecorder(), Drawer())
        let path = files.path(of: "price.txt")
        try WholeFile.write(Array("12".utf8), to: path)
        let content = try content(files, recorder, drawer)
        content.update(.sample(0))
        try await eventually("it is shown") { recorder.states.last == .shown }
        try WholeFile.write(bytes, to: path)
        try await eventually("the problem is named") { recorder.omissions.contains { $0.first.contains(problem) } }
        #expect(drawer.texts.last == "Price: 12" && recorder.states.last == .shown)
        #expect(content.nextChange != nil, "it is read again")
        try WholeFile.write(Array("13".utf8), to: path)
        try await eventually("the change is shown") { drawer.texts.last == "Price: 13" && recorder.omissions.isEmpty }
    }

    @Test @MainLoop func wordsWithoutTheirFileAreShownWithANotice() async throws {
        let (files, recorder, drawer) = (try SampleFolder(), ContentRecorder(), Drawer())
        let content = try content(files, recorder, drawer)
        content.update(.sample(0))
        try await eventually("it is shown") { recorder.states.last == .shown }
        #expect(drawer.texts == ["Price: "] && recorder.omissions.first?.place == files.path(of: "price.txt"))
        try WholeFile.write(Array("12".utf8), to: files.path(of: "price.txt"))
        try await eventually("it comes") { drawer.texts.last == "Price: 12" && recorder.omissions.isEmpty }
    }
}
