import ScreensConfiguration
import ScreensLinux
import ScreensPictures
import TestSupport
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensContents

struct ShownKindTests {
    /// A content of each kind, from the example configuration.
    private static let examples: [ContentSetting] = {
        let example = MachineConfiguration.reading(Array(ConfigurationExample.text.utf8), as: "example").configuration
        let contents = ([example.defaults] + example.sections.map(\.overrides)).compactMap(\.content)
        return ContentSetting.kinds.compactMap { kind in
            contents.first { $0.kind.map { type(of: $0) == kind } ?? false }
        }
    }()

    /// A content as a file has it, its state, and the colours of its picture from the left to the right.
    private struct Story: Sendable, CustomTestStringConvertible {
        /// The table of the content. FOLDER is a folder with one picture, 1.png.
        let text: String
        let colors: [UInt32]
        let state: ContentState
        /// Whether a program without a main loop draws it too.
        let isStill: Bool

        init(_ text: String, _ colors: [UInt32], _ state: ContentState = .shown, isStill: Bool = true) {
            self.text = text
            self.colors = colors
            self.state = state
            self.isStill = isStill
        }

        var testDescription: String { text }

        func content(_ files: SampleFolder) throws -> ContentSetting {
            let line = "[default]\ncontent = { \(text.replacing("FOLDER", with: files.folder)) }"
            let reading = MachineConfiguration.reading(Array(line.utf8), as: "story")
            return try #require(reading.configuration.defaults.content, "\(reading.problems)")
        }
    }

    private static let red = Color(rgb: 0xFF0000)

    /// A row for each kind.
    private static let stories = [
        Story("color = '#123456'", [0x123456]),
        Story("pattern = 'bars'", ColorBars.colors.map(\.rgb)),
        Story("image = 'FOLDER/1.png', fit = 'stretch'", [red.rgb]),
        Story("slides = 'FOLDER', fit = 'stretch'", [red.rgb], isStill: false),
        Story(
            "command = ['mpv']", [0], .waitingForProgram("waits for screens-content@DP-1.service"), isStill: false),
        Story("playlist-file = 'FOLDER/list.m3u', fit = 'stretch'", [red.rgb], isStill: false),
        Story("video = 'FOLDER/film.mp4'", [], .waiting, isStill: false),
        Story(
            "name = 'menu'", [],
            .failed(
                ContentProblem(path: nil, reason: "no content in the section [contents] has the name 'menu'")),
            isStill: false),
        Story("playlist = [{ color = '#123456' }, { color = '#000' }]", [0x123456], isStill: false),
        Story("text = 'x', text-align = 'bottom', size = '10%', background = '#123456'", [0x123456], isStill: false),
        Story("ticker = 'x', background = '#123456'", [0x123456]),
        Story(
            "qr = 'https://example.org'", [],
            .failed(ContentProblem(path: nil, reason: "screens-words has not drawn it so far")), isStill: false),
        Story(
            "layout = [{ color = '#F00', area = '0 0 50% 100%' }, { color = '#00F', area = '50% 0 50% 100%' }]",
            [0xFF0000, 0x0000FF], isStill: false),
    ]

    init() { MainLoop.thread }

    @Test func eachKindHasAStoryAndAnExample() throws {
        let files = try SampleFolder()
        let kinds = try Self.stories.map { try #require(try $0.content(files).kind).kind }
        #expect(Set(kinds) == Set(ContentSetting.kinds.map { ObjectIdentifier($0) }))
        #expect(Self.examples.count == ContentSetting.kinds.count)
    }

    @Test(arguments: stories) @MainLoop
    private func eachContentShowsItsOwnPicture(_ story: Story) async throws {
        let files = try SampleFolder()
        try files.add("1.png", Self.red)
        try WholeFile.write(Array("1.png\n".utf8), to: files.path(of: "list.m3u"))
        let recorder = ContentRecorder()
        let content = try #require(
            try story.content(files).makeContent(on: recorder.output, ContentRecorder.sources()))
        content.update(.sample(0))
        try await eventually("it has its state") { recorder.states.last == story.state }
        #expect(recorder.shown.last.map(Easel.colors) ?? [] == story.colors)
    }

    @Test @MainLoop func theContentNoneHasNoObjectAndNoDrawing() throws {
        #expect(ContentSetting.none.makeContent(on: ContentRecorder().output, ContentRecorder.sources()) == nil)
        #expect(try ContentSetting.none.drawing(keepsPicture: false) { _ in } == nil)
    }

    @Test @MainLoop func aContentThatOnlyDrawsIsShownOnce() throws {
        let recorder = ContentRecorder()
        let content = try #require(
            ContentSetting.color(.white).makeContent(on: recorder.output, ContentRecorder.sources()))
        for second in 0..<3 { content.update(.sample(second)) }
        #expect(recorder.shown.count == 1)
        #expect(recorder.states == [.shown])
        #expect(content.nextChange == nil)
    }

    /// Files that do not exist are a failure before a content is shown.
    @Test(arguments: examples)
    func filesAreReadBeforeTheyAreShown(content: ContentSetting) {
        let preparation = content.preparation(in: Size(width: 8, height: 8), PictureLimits())
        // The items of a list are read in their turns.
        let isList = content.kind is PlaylistKind || content.kind is LayoutKind
        switch isList ? nil : content.needs.first {
        case .picture(let path)?, .pictures(let path)?, .playlist(let path)?, .film(let path)?:
            #expect(preparation?.path == path)
        case .program?, .words?, .textFile?, .code?, nil: #expect(preparation == nil)
        }
        let visit = PathVisit(PathOwner(), PathThreads()) {}
        defer { visit.end() }
        if let preparation { #expect(throws: Failure.self) { _ = try preparation.read(visit) } }
    }

    /// The pictures that a program without a main loop shows are the same.
    @Test(arguments: stories.filter(\.isStill))
    private func stillContentsAreDrawnAsTheyAre(_ story: Story) throws {
        let files = try SampleFolder()
        try files.add("1.png", Self.red)
        let drawing = try #require(try story.content(files).drawing(keepsPicture: true) { _ in })
        #expect(Easel.colors(of: drawing) == story.colors)
    }

    @Test(arguments: stories.filter { !$0.isStill })
    private func contentsThatChangeAreNotDrawnSo(_ story: Story) throws {
        let content = try story.content(try SampleFolder())
        #expect(throws: Failure.self) { try content.drawing(keepsPicture: false) { _ in } }
    }
}

extension ContentKind {
    fileprivate var kind: ObjectIdentifier { ObjectIdentifier(Self.self) }
}

extension Easel {
    /// Draws a content once.
    ///
    /// - Returns: the colours of the first row.
    fileprivate static func colors(of content: any Content) -> [UInt32] {
        let easel = Easel(70, 10, content)
        easel.draw()
        var colors: [UInt32] = []
        for pixel in easel.picture.pixels.prefix(70) where pixel != colors.last { colors.append(pixel) }
        return colors
    }
}
