import ScreensConfiguration
import ScreensLinux
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
    private func content(or other: ContentSetting, _ recorder: ContentRecorder) -> FallbackContent {
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
        let blank = ContentProblem(path: nil, reason: "'mpv' has the screen and shows no picture")
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
        let files = try SampleFolder()
        let recorder = ContentRecorder()
        let content = FallbackContent(
            .image(ContentSetting.Placed(), path: files.path(of: "1.png")), or: .color(.white), on: recorder.output,
            (ContentRecorder.sources(), ContentRecorder.sources()))
        content.update(.sample(0))
        #expect(recorder.takeStates() == [.waiting])
        #expect(recorder.picture == nil)
        try await eventually("a state is reported") { !recorder.states.isEmpty }
        guard case .fallback(let problem) = recorder.takeStates().last else {
            Issue.record("\(recorder.states)")
            return
        }
        #expect(problem.path == files.path(of: "1.png"))
        #expect(recorder.picture == "\(Color.white)")
        #expect(content.nextChange != nil)

        try files.add("1.png")
        try await eventually("the picture comes back") { recorder.states.last == .shown }
        #expect(recorder.picture == "picture")
        #expect(content.nextChange == nil)
    }

    @Test @MainLoop func wordsNameBothIfNeitherCanBeShown() async throws {
        let recorder = ContentRecorder()
        let content = FallbackContent(
            .image(ContentSetting.Placed(), path: "/nowhere.png"),
            or: .image(ContentSetting.Placed(), path: "/neither.png"), on: recorder.output,
            (ContentRecorder.sources(), ContentRecorder.sources()))
        content.update(.sample(0))
        try await eventually("words are shown") { recorder.picture == "words" }
        guard case .failed(let problem) = recorder.states.last else {
            Issue.record("\(recorder.states)")
            return
        }
        #expect(problem.message.contains("/nowhere.png") && problem.message.contains("fallback: "))
        withExtendedLifetime(content) {}
    }

    @Test @MainLoop func slidesThatComeTakeThePlaceOfWords() async throws {
        let files = try SampleFolder()
        let recorder = ContentRecorder()
        let second = TimeLength(milliseconds: 1000)
        let show = ContentSetting.SlideShow(folder: files.folder, ContentPace(interval: second))
        let content = FallbackContent(
            .image(ContentSetting.Placed(), path: "/nowhere.png"), or: .slides(ContentSetting.Placed(), show),
            on: recorder.output, (ContentRecorder.sources(), ContentRecorder.sources()))
        content.update(.sample(0))
        try await eventually("words are shown") { recorder.picture == "words" }
        try files.add("1.png")
        try await eventually("slides are shown") { recorder.picture == "CrossFadeContent" }
        withExtendedLifetime(content) {}
    }
}
