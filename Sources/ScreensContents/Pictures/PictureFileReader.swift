import ScreensLinux
import ScreensPictures

/// Reads the pictures of one content, and of the contents in it, on threads of their own, because nothing may block the
/// main thread.
///
/// A screen has one reader for its content and one for the substitute, and keeps them when the contents change, so that
/// few threads can hang on a share.
@MainLoop
package final class PictureFileReader {
    /// How many pictures are read at once, besides pictures on shares that hang. One request of each content waits.
    private static let mostThreads = 3

    /// A request that waits for a thread.
    private struct Request {
        /// The content whose picture it is; nil once the content has ended.
        private(set) weak var content: AnyObject?
        let start: @MainLoop () -> Void
    }

    /// The result of reading a picture.
    struct Reading: Sendable {
        /// The number of the reading. A later reading has a higher number, though it may end first.
        let number: UInt64
        let version: FileVersion?
        /// The picture; nil if it is shown already.
        let picture: Result<KeptPicture, Failure>?
        let warnings: [String]

        fileprivate init(
            _ number: UInt64, _ picture: Result<KeptPicture, Failure>?, _ version: FileVersion?,
            warnings: [String] = []
        ) {
            self.number = number
            self.version = version
            self.picture = picture
            self.warnings = warnings
        }

        fileprivate init(_ number: UInt64, _ failure: Failure) {
            self.init(number, .failure(failure), nil)
        }
    }

    private let settings: PictureSettings
    private let owner = PathOwner()
    private var lastNumber: UInt64 = 0
    /// The number of threads that read, without the threads that hang.
    private var running = 0
    /// The requests that wait for a thread, in the order in which they start: the newest one of each content.
    private var waiting: [Request] = []

    package init(_ settings: PictureSettings) {
        self.settings = settings
    }

    /// How large pictures may be.
    var limits: PictureLimits { settings.limits }

    /// The threads for all reads.
    var threads: PathThreads { settings.threads }

    /// Reads a picture once a thread is free.
    ///
    /// - Parameters:
    ///   - content: the content that shows the picture. A request of it that has not started is replaced, and is
    ///     dropped if the content ends.
    ///   - path: the path of its file.
    ///   - space: the place that the picture is for.
    ///   - shown: returns the version that is shown, which is not read again.
    ///   - completion: called with the result, unless a later request replaces this one.
    ///   - again: called after the file has not answered, when it may answer again.
    func read(
        for content: AnyObject, _ path: String, in space: PictureSpace,
        unless shown: @escaping @MainLoop () -> FileVersion?, then completion: @escaping @MainLoop (Reading) -> Void,
        again: @escaping @MainLoop () -> Void
    ) {
        let request = Request(content: content) { [weak self] in
            self?.start(path, in: space, unless: shown, then: completion, again: again)
        }
        waiting.removeAll { $0.content == nil }
        if let former = waiting.firstIndex(where: { $0.content === content }) {
            waiting[former] = request
        } else {
            waiting.append(request)
        }
        startWaiting()
    }

    private func startWaiting() {
        while running < Self.mostThreads, !waiting.isEmpty {
            let request = waiting.removeFirst()
            if request.content != nil { request.start() }
        }
    }

    private func start(
        _ path: String, in space: PictureSpace, unless shown: @MainLoop () -> FileVersion?,
        then completion: @escaping @MainLoop (Reading) -> Void, again: @escaping @MainLoop () -> Void
    ) {
        running += 1
        lastNumber += 1
        let (number, shown, prepared, limits) = (lastNumber, shown(), settings.prepared[path], settings.limits)
        let hasStarted = threads.run(for: owner) { visit throws(PathHang) -> Reading in
            let place = try visit.open(path)
            return Self.reading(number, of: path, at: place, in: space, limits, unless: shown, prepared)
        } then: { [weak self] outcome in
            switch outcome {
            case .done(let reading): self?.finish(reading, completion)
            case .hangs(let hang): self?.finish(Reading(number, hang.failure), completion)
            }
        } again: {
            again()
        }
        guard !hasStarted else { return }
        finish(Reading(number, Failure(.system, "cannot start a thread to read \(path)")), completion)
    }

    private func finish(_ reading: Reading, _ completion: @MainLoop (Reading) -> Void) {
        running -= 1
        completion(reading)
        startWaiting()
    }

    /// Reads a picture. Blocks its thread.
    private nonisolated static func reading(
        _ number: UInt64, of path: String, at place: String, in space: PictureSpace, _ limits: PictureLimits,
        unless shown: FileVersion?, _ prepared: PreparedPicture?
    ) -> Reading {
        // The version is taken before the read: a file that is written meanwhile is another version.
        let version = FileVersion(of: place)
        if let prepared, prepared.version == version, space.isCovered(by: prepared.space) {
            return Reading(number, .success(prepared.picture), version, warnings: prepared.warnings)
        }
        var warnings: [String] = []
        var picture: Result<KeptPicture, Failure>?
        // The shown file may have become unreadable, and would be missing after the next start.
        if version == nil || version != shown || !SystemFile.isReadable(place) {
            picture = Result { () throws(Failure) in
                try PictureInput.read(place, named: path, for: space, limits: limits) { warnings.append($0) }
            }
        }
        return Reading(number, picture, version, warnings: warnings)
    }
}

/// The settings, the memory and the prepared pictures that all readers share.
@MainLoop
package final class PictureSettings {
    /// The threads for all reads of contents.
    let threads = PathThreads()
    /// The memory of the program for its large objects.
    package nonisolated let budget: MemoryBudget
    /// How large pictures may be.
    package private(set) var limits: PictureLimits
    /// Pictures that were already read, by path, for the next readers.
    package private(set) var prepared: [String: PreparedPicture] = [:]

    /// The remedy if the memory is too small, for people.
    package nonisolated static let memoryRemedy =
        "use smaller pictures, or raise `memory` in the section [daemon] of the configuration"

    package nonisolated init(_ budget: MemoryBudget = MemoryBudget(remedy: PictureSettings.memoryRemedy)) {
        self.budget = budget
        limits = PictureLimits(megapixels: nil, budget)
    }

    /// Sets how large pictures may be from now on.
    ///
    /// - Parameters:
    ///   - megapixels: the limit of one picture; nil for the default.
    ///   - memory: the limit of the budget, in MiB; nil for a limit by the memory of the system.
    package func setLimits(megapixels: Int?, memory: Int?) {
        budget.setLimit(memory.map { $0 << 20 })
        limits = PictureLimits(megapixels: megapixels, budget)
    }

    /// Offers an already read picture to the next readers of this path; nil withdraws the offer.
    package func offer(_ picture: PreparedPicture?, as path: String) {
        prepared[path] = picture
    }
}

/// A picture that was read before it is shown.
package struct PreparedPicture: Sendable {
    let version: FileVersion
    let space: PictureSpace
    let picture: KeptPicture
    /// Oddities of the file.
    let warnings: [String]

    /// Reads the picture. Blocks its thread.
    ///
    /// - Parameters:
    ///   - path: the path of the file for errors and warnings.
    ///   - place: a path that leads to the file without links.
    /// - Throws: ``Failure`` if the file does not exist or is not a picture.
    package init(path: String, at place: String, for space: PictureSpace, _ limits: PictureLimits) throws(Failure) {
        // The version is taken before the read: a file that is written meanwhile is another version. Without a file,
        // the read fails with the reason.
        let version = FileVersion(of: place)
        var warnings: [String] = []
        picture = try PictureInput.read(place, named: path, for: space, limits: limits) { warnings.append($0) }
        self.space = space
        guard let version else { throw Failure(.noInput, "\(path) did not exist at first") }
        self.version = version
        self.warnings = warnings
    }
}
