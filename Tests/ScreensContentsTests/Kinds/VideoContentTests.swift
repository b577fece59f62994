import Glibc
import ScreensConfiguration
import ScreensLinux
import TestSupport
import Testing

@testable import Screens
@testable import ScreensContents

/// A film, which another program draws.
struct VideoContentTests {
    init() { MainLoop.thread }

    /// Begins items, whose reports the test makes.
    @MainLoop
    private final class Presenter: ItemPresenter {
        private(set) var items: [@MainLoop (ItemReport) -> Void] = []
        /// The sizes of the files of the items.
        private(set) var sizes: [Int] = []

        func begin(
            _ video: VideoKind, from file: PresentedFile, on screen: String, redraw: @escaping @MainLoop () -> Void,
            onReport: @escaping @MainLoop (ItemReport) -> Void
        ) -> any Sendable {
            var status = stat()
            fstat(file.descriptor, &status)
            sizes.append(Int(status.st_size))
            items.append(onReport)
            return items.count
        }
    }

    @Test @MainLoop func aFilmIsShownFromItsFirstFrameOn() async throws {
        let (files, recorder, presenter) = (try SampleFolder(), ContentRecorder(), Presenter())
        try files.add("film")
        let content = VideoContent(
            VideoKind(path: files.path(of: "film")), on: recorder.output,
            ContentRecorder.sources(PictureWatch { _ in }, presenter))
        content.update(.sample(0))
        try await eventually("the film has begun") { presenter.items.count == 1 }
        #expect(recorder.takeStates() == [.waiting] && recorder.shown.isEmpty)
        presenter.items[0](.picture(ColorContent(.white)))
        #expect(recorder.takeStates() == [.shown] && recorder.picture == "\(Color.white)" && recorder.changes == 1)
        #expect(content.nextChange == nil)
    }

    @Test @MainLoop func aFilmThatCannotBeDecodedHasFailed() async throws {
        let (files, recorder, presenter) = (try SampleFolder(), ContentRecorder(), Presenter())
        try files.add("film")
        let content = VideoContent(
            VideoKind(path: files.path(of: "film")), on: recorder.output,
            ContentRecorder.sources(PictureWatch { _ in }, presenter))
        content.update(.sample(0))
        try await eventually("the film has begun") { presenter.items.count == 1 }
        presenter.items[0](.failed("no codec"))
        let problem = ContentProblem(path: files.path(of: "film"), reason: "no codec")
        #expect(recorder.takeStates() == [.waiting, .failed(problem)])
        #expect(content.nextChange != nil)
    }

    /// The request to read the file is older than the failure, and the change of the folder is not about the file.
    @Test @MainLoop func aVersionThatHasFailedIsTriedAgainInItsTimeOnly() async throws {
        let (files, recorder, presenter) = (try SampleFolder(), ContentRecorder(), Presenter())
        try files.add("film")
        let (path, watch, folder) = (files.path(of: "film"), PictureWatch { _ in }, files.path(of: "folder"))
        let content = VideoContent(
            VideoKind(path: path), on: recorder.output, ContentRecorder.sources(watch, presenter))
        content.update(.sample(0))
        try await eventually("the film has begun") { presenter.items.count == 1 }
        var requested = Circumstances.sample(1)
        requested.reading = 1
        content.update(requested)
        presenter.items[0](.failed("no codec"))
        var changes = 0
        let second = watch.begin(path) { _ in changes += 1 }
        try await eventually("the folder is watched") { changes == 1 }
        try #require(mkdir(folder, 0o700) == 0)
        defer { rmdir(folder) }
        try await eventually("the folder is read again") { changes == 2 }
        try WholeFile.write([1, 2], to: path)
        try await eventually("the other version has begun") { presenter.sizes.last == 2 }
        #expect(presenter.items.count == 2)
        presenter.items[1](.failed("no codec"))
        requested.reading = 2
        content.update(requested)
        try await eventually("it is tried again on request") { presenter.items.count == 3 }
        withExtendedLifetime((content, second)) {}
    }

    @Test @MainLoop func theProblemOfAFilmEndsIfItsFileComesBackUnchanged() async throws {
        let (files, recorder, presenter) = (try SampleFolder(), ContentRecorder(), Presenter())
        try files.add("film")
        try files.link("link", to: "film")
        let content = VideoContent(
            VideoKind(path: files.path(of: "link")), on: recorder.output,
            ContentRecorder.sources(PictureWatch { _ in }, presenter))
        content.update(.sample(0))
        try await eventually("the film has begun") { presenter.items.count == 1 }
        presenter.items[0](.picture(ColorContent(.white)))
        try #require(unlink(files.path(of: "link")) == 0)
        try await eventually("the film goes on without its file") {
            if case .former? = recorder.states.last { true } else { false }
        }
        #expect(content.nextChange != nil)
        try files.link("link", to: "film")
        try await eventually("the problem is over") { recorder.states.last == .shown }
        #expect(content.nextChange == nil && presenter.items.count == 1)
    }

    @Test @MainLoop func aFilmThatIsWatchedBeforeItsFirstUpdateBegins() async throws {
        let (files, recorder, presenter) = (try SampleFolder(), ContentRecorder(), Presenter())
        try files.add("film")
        let (path, watch) = (files.path(of: "film"), PictureWatch { _ in })
        let content = VideoContent(
            VideoKind(path: path), on: recorder.output, ContentRecorder.sources(watch, presenter))
        // The subscribers of a path get its reports in their order.
        var isWatched = false
        let second = watch.begin(path) { _ in isWatched = true }
        try await eventually("the film is watched") { isWatched }
        content.update(.sample(0))
        try await eventually("the film has begun") { presenter.items.count == 1 }
        withExtendedLifetime((content, second)) {}
    }

    @Test @MainLoop func aFilmIsOpenedOnceTheScreenIsOn() async throws {
        let (files, recorder, presenter) = (try SampleFolder(), ContentRecorder(), Presenter())
        try files.add("film")
        let content = VideoContent(
            VideoKind(path: files.path(of: "film")), on: recorder.output,
            ContentRecorder.sources(PictureWatch { _ in }, presenter))
        content.update(.sample(0, isOff: true))
        #expect(recorder.states == [.waiting])
        content.update(.sample(1))
        try await eventually("the film has begun") { presenter.items.count == 1 }
        withExtendedLifetime(content) {}
    }
}
