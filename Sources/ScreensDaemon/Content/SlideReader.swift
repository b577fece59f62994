import ProgramKit
import Screens
import ScreensPictures
import Synchronization

/// The pictures of a folder, one after the other, in the natural order of their names.
///
/// ``advance(onReady:)`` reads the next picture on a thread of its own. The folder is listed afresh for each, so that
/// pictures may come and go.
final class SlideReader: Sendable {
    struct Slide: Sendable {
        /// Another one for each slide.
        let number: Int
        let picture: PlacedPicture
    }

    private struct State {
        var slide: Slide?
        var name: String?
        var version: FileVersion?
        /// The place that pictures are decoded for, and that of the slide.
        var space: PictureSpace
        var slideSpace: PictureSpace?
        var isReading = false
        var isOver = false
    }

    /// Each is a line in the log, and a folder that was copied to a full disk has hundreds of empty files.
    private static let mostProblems = 4

    private let folder: PictureFolder
    private let mode: ContentMode
    private let background: Color
    private let state: Mutex<State>

    init(folder: String, mode: ContentMode, background: Color, space: PictureSpace) {
        state = Mutex(State(space: space))
        self.folder = PictureFolder(folder)
        self.mode = mode
        self.background = background
    }

    /// The size of the screen is another one: pictures that are read from now on are for that.
    func use(_ size: Size) {
        state.withLock { $0.space = PictureSpace(mode, in: size) }
    }

    /// Ends it for good.
    func end() {
        state.withLock { $0.isOver = true }
    }

    var isOver: Bool { state.withLock(\.isOver) }

    var slide: Slide? { state.withLock(\.slide) }

    /// Reads the next picture that can be read.
    ///
    /// - Parameters:
    ///   - limits: how large pictures may be.
    ///   - onReady: called on another thread, with the problems of files that were skipped, and whether there is
    ///   another slide now.
    func advance(
        _ limits: PictureLimits = PictureLimits(),
        onReady: @escaping @Sendable (_ problems: [Failure], _ isNew: Bool) -> Void
    ) {
        let isFree = state.withLock { state in
            defer { state.isReading = true }
            return !state.isReading
        }
        guard isFree else { return }
        let hasStarted = DetachedThread.start { [self] in
            let (problems, isNew) = readNext(limits)
            state.withLock { $0.isReading = false }
            onReady(summary(of: problems), isNew)
        }
        if !hasStarted { state.withLock { $0.isReading = false } }
    }

    private func summary(of problems: [Failure]) -> [Failure] {
        guard problems.count > Self.mostProblems else { return problems }
        let rest = problems.count - Self.mostProblems
        return problems.prefix(Self.mostProblems) + [folder.failure(standingFor: rest)]
    }

    private func readNext(_ limits: PictureLimits) -> ([Failure], Bool) {
        let names: [String]
        do {
            names = try folder.pictures()
        } catch {
            return ([error], false)
        }
        guard !names.isEmpty else { return ([folder.emptyFailure], false) }
        let (current, space, slideSpace) = state.withLock { ($0.name, $0.space, $0.slideSpace) }
        let next =
            current.map(NaturalName.init).flatMap { current in names.firstIndex { NaturalName($0) > current } } ?? 0
        var problems: [Failure] = []
        for name in names[next...] + names[..<next] {
            let path = folder.path(of: name)
            // Before it is read: a file that is written meanwhile is another version.
            let version = FileVersion(of: path)
            // All others are broken, or there are none: this one stays, unless its file has changed.
            if name == current, slide != nil, version == state.withLock(\.version), space.isCovered(by: slideSpace) {
                return (problems, false)
            }
            do {
                let picture = try PictureInput.read(path, for: space, limits: limits) {
                    problems.append(Failure(.badData, $0))
                }
                let placed = PlacedPicture(picture: picture, mode: mode, background: background)
                state.withLock { state in
                    state.slide = Slide(number: (state.slide?.number ?? 0) + 1, picture: placed)
                    state.name = name
                    state.slideSpace = space
                    state.version = version
                }
                return (problems, true)
            } catch {
                problems.append(error)
            }
        }
        return (problems, false)
    }
}
