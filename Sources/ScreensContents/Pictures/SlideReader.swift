import Screens
import ScreensLinux
import ScreensPictures
import Synchronization

/// Reads the pictures of a folder, one after the other, in the natural order of their names.
///
/// ``advance(onReady:)`` reads the next picture on a thread of its own. It lists the folder again each time, so that
/// pictures may come and go.
final class SlideReader: Sendable {
    /// The result of reading the next picture.
    struct Reading: Sendable {
        /// The failures of the skipped files, or of the folder.
        let problems: [Failure]
        /// Whether the slide is another one than before.
        let isNew: Bool
        /// Whether the slide is a picture of the folder as it is now.
        let isCurrent: Bool
    }

    private typealias Answer = @Sendable (Failure?) -> Void

    private struct State {
        var slide: PlacedPicture?
        var name: String?
        var version: FileVersion?
        /// The space that pictures are decoded for, and the space that the slide was decoded for.
        var space: PictureSpace?
        var slideSpace: PictureSpace?
        var isReading = false
        var isChecking = false
        /// The answer to the last call whose check has not begun.
        var nextCheck: Answer?
        /// The reasons why pictures of the folder could not be read at the last attempt, by name.
        var failures: [String: String] = [:]
        var total = 0
    }

    /// How many problems are reported: each is a line in the log, and a folder copied to a full disk has hundreds of
    /// empty files.
    private static let mostProblems = 4

    private let folder: PictureFolder
    private let mode: ContentMode
    private let background: Color
    private let state = Mutex(State())

    init(folder: String, mode: ContentMode, background: Color) {
        self.folder = PictureFolder(folder)
        self.mode = mode
        self.background = background
    }

    /// Sets the size of the screen that later pictures are read for.
    func use(_ size: Size) {
        state.withLock { $0.space = PictureSpace(mode, in: size) }
    }

    /// The path of the folder.
    var path: String { folder.path }

    /// The picture that was read last; nil before the first one.
    var slide: PlacedPicture? { state.withLock(\.slide) }

    /// The pictures that cannot be read; empty if none is known to fail.
    var omissions: [ContentOmission] {
        state.withLock { state in
            guard let first = state.failures.min(by: { NaturalName($0.key) < NaturalName($1.key) }) else { return [] }
            let count = "\(state.failures.count) of \(state.total) pictures cannot be shown"
            return [ContentOmission(place: path, count: count, first: first.value)]
        }
    }

    /// Reads the next picture that can be read.
    ///
    /// - Parameters:
    ///   - limits: how large pictures may be.
    ///   - onReady: called on another thread.
    /// - Returns: whether a reading has begun. None begins during another one, or without a thread for it.
    @discardableResult
    func advance(_ limits: PictureLimits = PictureLimits(), onReady: @escaping @Sendable (Reading) -> Void) -> Bool {
        let isFree = state.withLock { state in
            defer { state.isReading = true }
            return !state.isReading
        }
        guard isFree else { return false }
        let hasStarted = DetachedThread.start { [self] in
            let reading = readNext(limits)
            state.withLock { $0.isReading = false }
            onReady(reading)
        }
        if !hasStarted { state.withLock { $0.isReading = false } }
        return hasStarted
    }

    /// Checks that the folder has pictures, and reads none of them.
    ///
    /// - Parameter onReady: called on another thread, with the reason if there are no pictures. Of calls that come
    ///   together, only the last one is answered.
    func check(onReady: @escaping @Sendable (Failure?) -> Void) {
        let isFree = state.withLock { state in
            defer { state.isChecking = true }
            state.nextCheck = onReady
            return !state.isChecking
        }
        guard isFree else { return }
        let hasStarted = DetachedThread.start { [self] in
            while let answer = takeCheck() { answer(listed().failure) }
        }
        if !hasStarted { state.withLock { $0.isChecking = false } }
    }

    private func takeCheck() -> Answer? {
        state.withLock { state in
            defer { state.nextCheck = nil }
            state.isChecking = state.nextCheck != nil
            return state.nextCheck
        }
    }

    /// The names of the pictures, or the reason for an empty list.
    private func listed() -> (names: [String], failure: Failure?) {
        do throws(Failure) {
            let names = try folder.pictures()
            return (names, names.isEmpty ? folder.emptyFailure : nil)
        } catch {
            return ([], error)
        }
    }

    private func summary(of problems: [Failure]) -> [Failure] {
        guard problems.count > Self.mostProblems else { return problems }
        let rest = problems.count - Self.mostProblems
        return problems.prefix(Self.mostProblems) + [folder.failure(standingFor: rest)]
    }

    private func readNext(_ limits: PictureLimits) -> Reading {
        let (names, failure) = listed()
        if let failure { return Reading(problems: [failure], isNew: false, isCurrent: false) }
        let (current, space, slideSpace) = state.withLock { ($0.name, $0.space, $0.slideSpace) }
        let next =
            current.map(NaturalName.init).flatMap { current in names.firstIndex { NaturalName($0) > current } } ?? 0
        var problems: [Failure] = []
        state.withLock { state in
            state.total = names.count
            let listed = Set(names)
            state.failures = state.failures.filter { listed.contains($0.key) }
        }
        for name in names[next...] + names[..<next] {
            let path = folder.path(of: name)
            // Taken before the read: a file that is written meanwhile is another version.
            let version = FileVersion(of: path)
            // All other pictures are broken, or there are none: this one stays, unless its file has changed.
            if name == current, slide != nil, version == state.withLock(\.version),
                !(space?.needsAnother(than: slideSpace) ?? false)
            {
                return Reading(problems: summary(of: problems), isNew: false, isCurrent: true)
            }
            do {
                let picture = try PictureInput.read(path, for: space, limits: limits) {
                    problems.append(Failure(.badData, $0))
                }
                let placed = PlacedPicture(picture: picture, mode: mode, background: background)
                state.withLock { state in
                    state.slide = placed
                    state.name = name
                    state.slideSpace = space
                    state.version = version
                    state.failures[name] = nil
                }
                return Reading(problems: summary(of: problems), isNew: true, isCurrent: true)
            } catch {
                problems.append(error)
                state.withLock { $0.failures[name] = error.message }
            }
        }
        return Reading(problems: summary(of: problems), isNew: false, isCurrent: false)
    }
}
