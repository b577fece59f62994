import ScreensConfiguration
import ScreensLinux
import ScreensPictures
import ScreensProgramKit
import Testing

@testable import Screens
@testable import ScreensContents

struct ContentTableTests {
    private static let contents: [ShownContent] = [
        .color(.white), .pattern(.bars), .image(ShownContent.Placed(), path: "/nowhere.png"),
        .slides(
            ShownContent.Placed(),
            ShownContent.SlideShow(
                folder: "/nowhere", interval: TimeLength(milliseconds: 1000), fade: TimeLength(milliseconds: 0))),
        .command(ContentProgram(command: ["mpv"])),
    ]

    init() { MainLoop.thread }

    @Test(arguments: contents) @MainLoop
    func eachContentHasARow(content: ShownContent) {
        #expect(ContentTable.make(content, on: ContentRecorder().output, ContentRecorder.sources()) != nil)
    }

    @Test @MainLoop func noContentHasNone() {
        #expect(ContentTable.make(.none, on: ContentRecorder().output, ContentRecorder.sources()) == nil)
    }

    @Test @MainLoop func aContentThatOnlyDrawsIsShownOnce() throws {
        let recorder = ContentRecorder()
        let content = try #require(
            ContentTable.make(.color(.white), on: recorder.output, ContentRecorder.sources()))
        for second in 0..<3 { content.update(.sample(second)) }
        #expect(recorder.shown.count == 1)
        #expect(recorder.states == [.shown])
        #expect(content.nextChange == nil)
    }

    @Test(arguments: zip(contents, [nil, nil, "/nowhere.png", "/nowhere", nil] as [String?]))
    func filesAreReadBeforeTheyAreShown(content: ShownContent, path: String?) {
        let preparation = ContentTable.preparation(of: content, in: Size(width: 8, height: 8), PictureLimits())
        #expect(preparation?.path == path)
        if let preparation { #expect(throws: Failure.self) { _ = try preparation.read() } }
    }
}
