import Screens
import ScreensLinux
import ScreensPictures

/// Reads the pictures of a folder, one after the other, in the natural order of their names.
///
/// ``advance(_:onReady:)`` reads the next picture on a thread of its own. It lists the folder again each time, so that
/// pictures may come and go.
@MainLoop
final class SlideReader {
    /// The result of reading the next picture.
    struct Reading: Sendable {
        /// The failures of the skipped files, or of the folder.
        let problems: [Failure]
        /// Whether the slide is another one than before.
        let isNew: Bool
        /// Whether the slide is a picture of the folder as it is now.
        let isCurrent: Bool
    }

    /// A picture of the folder.
    private struct Slide: Sendable {
        let name: String
        let version: FileVersion?
        /// The space that it was decoded for.
        let space: PictureSpace?
    }

    /// The state of the folder that the last reading has found. The next reading begins with it.
    private struct Findings: Sendable {
        /// The picture that was read last; nil before the first one.
        var slide: Slide?
        /// Its pixels; nil during a reading, because a reading that hangs would keep their memory.
        var picture: PlacedPicture?
        /// The reasons why pictures of the folder could not be read at the last attempt, by name.
        var failures: [String: String] = [:]
        var total = 0
    }

    /// How many problems are reported: each is a line in the log, and a folder copied to a full disk has hundreds of
    /// empty files.
    private nonisolated static let mostProblems = 4

    private let folder: PictureFolder
    private let mode: ContentMode
    private let background: Color
    private let threads: PathThreads
    private let owner = PathOwner()
    private var findings = Findings()
    /// The space that pictures are decoded for.
    private var space: PictureSpace?
    private var isReading = false
    private var isChecking = false
    /// The answer to the last call whose check has not begun.
    private var nextCheck: (@MainLoop (Failure?) -> Void)?
    private var onAnswer: @MainLoop () -> Void = {}

    init(folder: String, mode: ContentMode, background: Color, _ threads: PathThreads) {
        self.folder = PictureFolder(folder)
        self.mode = mode
        self.background = background
        self.threads = threads
    }

    /// Sets the function that is called after the folder or a picture has not answered, when it may answer again.
    func begin(onAnswer: @escaping @MainLoop () -> Void) {
        self.onAnswer = onAnswer
    }

    /// Sets the size of the screen that later pictures are read for.
    func use(_ size: Size) {
        space = PictureSpace(mode, in: size).cropping
    }

    /// The path of the folder.
    var path: String { folder.path }

    /// The picture that was read last; nil before the first one.
    var slide: PlacedPicture? { findings.picture }

    /// The path of the picture that was read last; nil before the first one.
    var slidePath: String? { findings.slide.map { folder.path(of: $0.name) } }

    /// The pictures that cannot be read; empty if none is known to fail.
    var omissions: [ContentOmission] {
        let failures = findings.failures
        guard let first = failures.min(by: { NaturalName($0.key) < NaturalName($1.key) }) else { return [] }
        let count = "\(failures.count) of \(findings.total) pictures cannot be shown"
        return [ContentOmission(place: path, count: count, first: first.value)]
    }

    /// Reads the next picture that can be read.
    ///
    /// - Parameters:
    ///   - limits: how large pictures may be.
    ///   - onReady: called with the result, or with a failure if the folder or a picture does not answer.
    /// - Returns: whether a reading has begun. None begins during another one, or without a thread for it.
    @discardableResult
    func advance(_ limits: PictureLimits = PictureLimits(), onReady: @escaping @MainLoop (Reading) -> Void) -> Bool {
        guard !isReading else { return false }
        let reader = NextSlide(folder: folder, mode: mode, background: background, space: space, limits: limits)
        var start = findings
        start.picture = nil
        isReading = threads.run(for: owner) { [start] visit throws(PathHang) -> (Reading, Findings) in
            var findings = start
            return (try reader.read(&findings, visit), findings)
        } then: { [weak self] outcome in
            self?.isReading = false
            switch outcome {
            case .done((let reading, var findings)):
                findings.picture = findings.picture ?? self?.findings.picture
                self?.findings = findings
                onReady(reading)
            case .hangs(let hang): onReady(Reading(problems: [hang.failure], isNew: false, isCurrent: false))
            }
        } again: { [weak self] in
            self?.onAnswer()
        }
        return isReading
    }

    /// Checks that the folder has pictures, and reads none of them.
    ///
    /// - Parameter onReady: called with the reason if there are no pictures. If there are several calls during a check,
    ///   only the last one is answered.
    func check(onReady: @escaping @MainLoop (Failure?) -> Void) {
        nextCheck = onReady
        beginCheck()
    }

    private func beginCheck() {
        guard !isChecking, let answer = nextCheck else { return }
        nextCheck = nil
        isChecking = threads.run(for: owner) { [folder] visit throws(PathHang) -> Failure? in
            try folder.listed(at: visit.open(folder.path)).failure
        } then: { [weak self] outcome in
            self?.isChecking = false
            switch outcome {
            case .done(let failure): answer(failure)
            case .hangs(let hang): answer(hang.failure)
            }
            self?.beginCheck()
        } again: { [weak self] in
            self?.onAnswer()
        }
    }

    /// The reading of the next picture. It blocks its thread.
    private struct NextSlide: Sendable {
        let folder: PictureFolder
        let mode: ContentMode
        let background: Color
        let space: PictureSpace?
        let limits: PictureLimits

        func read(_ findings: inout Findings, _ visit: PathVisit) throws(PathHang) -> Reading {
            let (names, failure) = try folder.listed(at: visit.open(folder.path))
            if let failure { return Reading(problems: [failure], isNew: false, isCurrent: false) }
            let former = findings.slide
            let next =
                former.map { NaturalName($0.name) }.flatMap { current in
                    names.firstIndex { NaturalName($0) > current }
                } ?? 0
            var problems: [Failure] = []
            findings.total = names.count
            let listed = Set(names)
            findings.failures = findings.failures.filter { listed.contains($0.key) }
            for name in names[next...] + names[..<next] {
                let path = folder.path(of: name)
                // A picture may be a link into another file system.
                let place: String
                do throws(PathHang) {
                    place = try visit.open(path)
                } catch {
                    problems.append(error.failure)
                    findings.failures[name] = error.failure.message
                    continue
                }
                // The version is read before the file: if the file is written meanwhile, its version differs then.
                let version = FileVersion(of: place)
                // No other picture of the folder can be read: this one stays, unless its file has changed.
                if let former, name == former.name, version == former.version,
                    !(space?.needsAnother(than: former.space) ?? false)
                {
                    return Reading(problems: summary(of: problems), isNew: false, isCurrent: true)
                }
                do throws(Failure) {
                    let picture = try PictureInput.read(place, named: path, for: space, limits: limits) {
                        problems.append(Failure(.badData, $0))
                    }
                    findings.picture = PlacedPicture(picture: picture, mode: mode, background: background)
                    findings.slide = Slide(name: name, version: version, space: space)
                    findings.failures[name] = nil
                    return Reading(problems: summary(of: problems), isNew: true, isCurrent: true)
                } catch {
                    problems.append(error)
                    // The budget has too little memory, also for the other pictures: this picture is not at fault.
                    if error.status == .busy { break }
                    findings.failures[name] = error.message
                }
            }
            return Reading(problems: summary(of: problems), isNew: false, isCurrent: false)
        }

        private func summary(of problems: [Failure]) -> [Failure] {
            guard problems.count > SlideReader.mostProblems else { return problems }
            let rest = problems.count - SlideReader.mostProblems
            return problems.prefix(SlideReader.mostProblems) + [folder.failure(standingFor: rest)]
        }
    }
}

extension PictureFolder {
    /// The names of the pictures, and for an empty list the reason. Blocks its thread.
    fileprivate func listed(at place: String) -> (names: [String], failure: Failure?) {
        do throws(Failure) {
            let names = try pictures(at: place)
            return (names, names.isEmpty ? emptyFailure : nil)
        } catch {
            return ([], error)
        }
    }
}
