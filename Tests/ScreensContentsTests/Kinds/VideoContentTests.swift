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

    /// A content with a film of a folder of its own.
    @MainLoop
    private struct Film {
        let files: SampleFolder
        let recorder: ContentRecorder
        let presenter: Presenter
        let watch: PictureWatch
        let path: String
        let content: VideoContent

        /// - Parameter link: the name of a link to the file, which the content names; nil without one.
        init(link: String? = nil) throws {
            (files, recorder) = (try SampleFolder(), ContentRecorder())
            (presenter, watch) = (Presenter(), PictureWatch { _ in })
            try files.add("film")
            if let link { try files.link(link, to: "film") }
            path = files.path(of: link ?? "film")
            content = VideoContent(
                VideoKind(path: path), on: recorder.output, ContentRecorder.sources(watch, presenter))
        }
    }

    @Test @MainLoop func aFilmIsShownFromItsFirstFrameOn() async throws {
        let film = try Film()
        film.content.update(.sample(0))
        try await eventually("the film has begun") { film.presenter.items.count == 1 }
        #expect(film.recorder.takeStates() == [.waiting] && film.recorder.shown.isEmpty)
        film.presenter.items[0](.picture(ColorContent(.white)))
        #expect(film.recorder.takeStates() == [.shown])
        #expect(film.recorder.picture == "\(Color.white)" && film.recorder.changes == 1)
        #expect(film.content.nextChange == nil)
    }

    @Test @MainLoop func aFilmThatCannotBeDecodedHasFailed() async throws {
        let film = try Film()
        film.content.update(.sample(0))
        try await eventually("the film has begun") { film.presenter.items.count == 1 }
        film.presenter.items[0](.failed("no codec"))
        let problem = ContentProblem(path: film.files.path(of: "film"), reason: "no codec")
        #expect(film.recorder.takeStates() == [.waiting, .failed(problem)])
        #expect(film.content.nextChange != nil)
    }

    /// The request to read the file is older than the failure, and the change of the folder is not about the file.
    @Test @MainLoop func aVersionThatHasFailedIsTriedAgainInItsTimeOnly() async throws {
        let film = try Film()
        let folder = film.files.path(of: "folder")
        film.content.update(.sample(0))
        try await eventually("the film has begun") { film.presenter.items.count == 1 }
        var requested = Circumstances.sample(1)
        requested.reading = 1
        film.content.update(requested)
        film.presenter.items[0](.failed("no codec"))
        var changes = 0
        let second = film.watch.begin(film.path) { _ in changes += 1 }
        try await eventually("the folder is watched") { changes == 1 }
        try #require(mkdir(folder, 0o700) == 0)
        defer { rmdir(folder) }
        try await eventually("the folder is read again") { changes == 2 }
        try WholeFile.write([1, 2], to: film.path)
        try await eventually("the other version has begun") { film.presenter.sizes.last == 2 }
        #expect(film.presenter.items.count == 2)
        film.presenter.items[1](.failed("no codec"))
        requested = .sample(10)
        requested.reading = 2
        film.content.update(requested)
        try await eventually("it is tried again on request") { film.presenter.items.count == 3 }
        withExtendedLifetime((film, second)) {}
    }

    @Test @MainLoop func theProblemOfAFilmEndsIfItsFileComesBackUnchanged() async throws {
        let film = try Film(link: "link")
        film.content.update(.sample(0))
        try await eventually("the film has begun") { film.presenter.items.count == 1 }
        film.presenter.items[0](.picture(ColorContent(.white)))
        try #require(unlink(film.files.path(of: "link")) == 0)
        try await eventually("the film goes on without its file") {
            if case .former? = film.recorder.states.last { true } else { false }
        }
        #expect(film.content.nextChange != nil)
        try film.files.link("link", to: "film")
        try await eventually("the problem is over") { film.recorder.states.last == .shown }
        #expect(film.content.nextChange == nil && film.presenter.items.count == 1)
    }

    @Test @MainLoop func aFilmThatIsWatchedBeforeItsFirstUpdateBegins() async throws {
        let film = try Film()
        // The subscribers of a path get its reports in their order.
        var isWatched = false
        let second = film.watch.begin(film.path) { _ in isWatched = true }
        try await eventually("the film is watched") { isWatched }
        film.content.update(.sample(0))
        try await eventually("the film has begun") { film.presenter.items.count == 1 }
        withExtendedLifetime((film, second)) {}
    }

    @Test @MainLoop func aFileThatIsReplacedWithoutAPauseBeginsOneItemASecond() async throws {
        let film = try Film()
        film.content.update(.sample(0))
        try await eventually("the film has begun") { film.presenter.items.count == 1 }
        for size in 2...5 { try WholeFile.write([UInt8](repeating: 0, count: size), to: film.path) }
        let later = Circumstances.sample(1)
        try await eventually("the change is seen") { film.content.nextChange == later.now }
        film.content.update(.sample(0))
        #expect(film.presenter.items.count == 1)
        film.content.update(later)
        try await eventually("the last version has begun") { film.presenter.items.count == 2 }
        #expect(film.presenter.sizes.last == 5)
        withExtendedLifetime(film) {}
    }

    @Test @MainLoop func aFilmIsOpenedOnceTheScreenIsOn() async throws {
        let film = try Film()
        film.content.update(.sample(0, isOff: true))
        #expect(film.recorder.states == [.waiting])
        film.content.update(.sample(1))
        try await eventually("the film has begun") { film.presenter.items.count == 1 }
        withExtendedLifetime(film) {}
    }
}
