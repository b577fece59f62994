import Glibc
import ScreensConfiguration
import ScreensLinux
import ScreensPictures
import TestSupport
import Testing

@testable import Screens
@testable import ScreensContents

/// A program as a content, and the picture that is shown while it is missing.
struct FallbackContentTests {
    private static let unit = "screens-content@DP-1.service"
    private static let lessee = Lessee(name: "mpv", processID: 7)

    init() { MainLoop.thread }

    @MainLoop
    private func content(or other: ShownContent, _ recorder: ContentRecorder) -> FallbackContent {
        FallbackContent(
            .command(ContentProgram(command: ["mpv"])), or: other, on: recorder.output,
            (ContentRecorder.sources(), ContentRecorder.sources()))
    }

    @Test @MainLoop func theOtherOneIsShownWhileAProgramIsMissing() {
        let recorder = ContentRecorder()
        let content = content(or: .color(.white), recorder)
        content.update(.sample(0))
        #expect(recorder.takeStates() == [.shown, .waitingForProgram("waits for \(Self.unit)")])
        #expect(recorder.picture == "\(Color.white)")
        // A program may be missing for ten seconds.
        #expect(content.nextChange == Circumstances.sample(10).now)
        content.update(.sample(9))
        #expect(recorder.takeStates() == [])
        content.update(.sample(10))
        let problem = ContentProblem(path: nil, reason: "no program shows its content")
        #expect(recorder.takeStates() == [.fallback(problem)])
        #expect(content.nextChange == nil)

        content.update(.sample(20, use: .leased(Self.lessee, isContent: true)))
        let blank = ContentProblem(path: nil, reason: "mpv has the screen and shows no picture")
        #expect(recorder.takeStates() == [.fallback(blank)])
        // After a failure, a picture has to stay for some time.
        content.update(.sample(21, use: .drawn))
        #expect(recorder.takeStates() == [])
        content.update(.sample(31, use: .drawn))
        #expect(recorder.takeStates() == [.shown])
        // The fallback stays, and goes on when the program ends.
        #expect(recorder.picture == "\(Color.white)")
    }

    @Test @MainLoop func wordsAreShownWithoutAnotherOneUntilTheProgramHasThePicture() {
        let recorder = ContentRecorder()
        let content = content(or: .none, recorder)
        content.update(.sample(0))
        #expect(recorder.picture == "\(Color.black)")
        content.update(.sample(10))
        let problem = ContentProblem(path: nil, reason: "no program shows its content")
        #expect(recorder.takeStates().last == .failed(problem))
        #expect(recorder.picture == "words")
        #expect(recorder.messages.count == 1)
        content.update(.sample(11, use: .drawn))
        content.update(.sample(21, use: .drawn))
        #expect(recorder.takeStates() == [.shown])
        #expect(recorder.picture == "\(Color.black)")
    }

    @Test @MainLoop func noProgramIsMissingWhileTheScreenIsOff() {
        let recorder = ContentRecorder()
        let content = content(or: .color(.white), recorder)
        content.update(.sample(0, isOff: true))
        #expect(recorder.takeStates().last == .shown)
        #expect(content.nextChange == nil)
        #expect(recorder.picture == "\(Color.black)")
    }

    @Test @MainLoop func aPictureThatIsMissingIsReplacedAndComesBack() async throws {
        let recorder = ContentRecorder()
        let content = FallbackContent(
            .image(ShownContent.Placed(), path: "/nowhere.png"), or: .color(.white), on: recorder.output,
            (ContentRecorder.sources(), ContentRecorder.sources()))
        content.update(.sample(0))
        #expect(recorder.takeStates() == [.waiting])
        #expect(recorder.picture == nil)
        while recorder.states.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        guard case .fallback(let problem) = recorder.states.last else {
            Issue.record("\(recorder.states)")
            return
        }
        #expect(problem.path == "/nowhere.png")
        #expect(recorder.picture == "\(Color.white)")
        #expect(content.nextChange != nil)
    }

    @Test @MainLoop func wordsNameBothWhereNeitherCanBeShown() async throws {
        let recorder = ContentRecorder()
        let content = FallbackContent(
            .image(ShownContent.Placed(), path: "/nowhere.png"),
            or: .image(ShownContent.Placed(), path: "/neither.png"), on: recorder.output,
            (ContentRecorder.sources(), ContentRecorder.sources()))
        content.update(.sample(0))
        while recorder.picture != "words" { try await Task.sleep(for: .milliseconds(1)) }
        guard case .failed(let problem) = recorder.states.last else {
            Issue.record("\(recorder.states)")
            return
        }
        #expect(problem.message.contains("/nowhere.png") && problem.message.contains("fallback: "))
        withExtendedLifetime(content) {}
    }

    @Test @MainLoop func slidesThatComeTakeThePlaceOfWords() async throws {
        let folder = "/tmp/screens-slides-\(UInt64.random(in: 0 ... .max))"
        try #require(mkdir(folder, 0o700) == 0)
        defer {
            unlink("\(folder)/1.png")
            rmdir(folder)
        }
        let recorder = ContentRecorder()
        let second = TimeLength(milliseconds: 1000)
        let show = ShownContent.SlideShow(folder: folder, interval: second, fade: TimeLength(milliseconds: 0))
        let content = FallbackContent(
            .image(ShownContent.Placed(), path: "/nowhere.png"), or: .slides(ShownContent.Placed(), show),
            on: recorder.output, (ContentRecorder.sources(), ContentRecorder.sources()))
        content.update(.sample(0))
        while recorder.picture != "words" { try await Task.sleep(for: .milliseconds(1)) }
        let picture = Picture(size: Size(width: 1, height: 1), pixels: [0xFF_FFFF])
        try WholeFile.write(try picture.png(), to: "\(folder)/1.png")
        while recorder.picture != "SlidesDrawing" { try await Task.sleep(for: .milliseconds(1)) }
        withExtendedLifetime(content) {}
    }
}
