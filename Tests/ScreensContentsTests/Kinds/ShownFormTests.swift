import ScreensConfiguration
import ScreensLinux
import ScreensPictures
import TestSupport
import Testing

@testable import Screens
@testable import ScreensContents

struct ShownFormTests {
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
    func eachContentIsMade(content: ShownContent) {
        #expect(content.makeContent(on: ContentRecorder().output, ContentRecorder.sources()) != nil)
    }

    /// Each kind that files may name can be shown.
    @Test func eachKindIsShown() {
        for form in ShownContent.kinds { #expect(form is any ShownForm.Type, "\(form)") }
    }

    @Test @MainLoop func noContentHasNone() {
        #expect(ShownContent.none.makeContent(on: ContentRecorder().output, ContentRecorder.sources()) == nil)
    }

    @Test @MainLoop func aContentThatOnlyDrawsIsShownOnce() throws {
        let recorder = ContentRecorder()
        let content = try #require(
            ShownContent.color(.white).makeContent(on: recorder.output, ContentRecorder.sources()))
        for second in 0..<3 { content.update(.sample(second)) }
        #expect(recorder.shown.count == 1)
        #expect(recorder.states == [.shown])
        #expect(content.nextChange == nil)
    }

    @Test(arguments: zip(contents, [nil, nil, "/nowhere.png", "/nowhere", nil] as [String?]))
    func filesAreReadBeforeTheyAreShown(content: ShownContent, path: String?) {
        let preparation = content.preparation(in: Size(width: 8, height: 8), PictureLimits())
        #expect(preparation?.path == path)
        if let preparation { #expect(throws: Failure.self) { _ = try preparation.read() } }
    }
}
