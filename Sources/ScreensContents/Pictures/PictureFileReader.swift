import Glibc
import ScreensLinux
import ScreensPictures

/// Reads the pictures of one content on threads of their own, as nothing may block the main thread.
///
/// A screen has one for its content, and one for the substitute, whatever content that is: the threads that hang on a share stay few.
@MainLoop
package final class PictureFileReader {
    /// How many pictures are read at once: one on a share that hangs holds up no other, and of a hundred requests only the last
    /// one waits.
    private static let mostThreads = 3

    /// The result of reading a picture.
    struct Reading: Sendable {
        /// A later reading has a higher number, though it may end before.
        let number: UInt64
        let version: FileVersion?
        /// Nil where it is the one that is shown.
        let picture: Result<DecodedPicture, Failure>?
        let warnings: [String]
    }

    private let settings: PictureSettings
    private var lastNumber: UInt64 = 0
    /// How many threads read.
    private var running = 0
    /// The request that waits for a thread.
    private var waiting: (@MainLoop () -> Void)?

    package init(_ settings: PictureSettings) {
        self.settings = settings
    }

    /// How large pictures may be.
    var limits: PictureLimits { settings.limits }

    /// Reads a picture.
    ///
    /// - Parameters:
    ///   - space: the place that the picture is for.
    ///   - shown: returns the version that is shown, which is not read again.
    ///   - completion: called with the result, unless another request takes the place of this one.
    func read(
        _ path: String, in space: PictureSpace, unless shown: @escaping @MainLoop () -> FileVersion?,
        then completion: @escaping @MainLoop (Reading) -> Void
    ) {
        guard running < Self.mostThreads else {
            waiting = { [weak self] in self?.read(path, in: space, unless: shown, then: completion) }
            return
        }
        waiting = nil
        running += 1
        lastNumber += 1
        let (number, shown, prepared, limits) = (lastNumber, shown(), settings.prepared[path], settings.limits)
        let hasStarted = DetachedThread.start { [weak self] in
            let reading = Self.reading(number, of: path, in: space, limits, unless: shown, prepared)
            MainLoop.enqueue { self?.finish(reading, completion) }
        }
        guard !hasStarted else { return }
        let failure = Failure(.system, "cannot start a thread to read \(path)")
        finish(Reading(number: number, version: nil, picture: .failure(failure), warnings: []), completion)
    }

    /// Another content is shown: a request that waits for a thread is dropped.
    package func dropWaiting() {
        waiting = nil
    }

    private func finish(_ reading: Reading, _ completion: @MainLoop (Reading) -> Void) {
        running -= 1
        completion(reading)
        let next = waiting
        waiting = nil
        next?()
    }

    /// Blocks the thread.
    private nonisolated static func reading(
        _ number: UInt64, of path: String, in space: PictureSpace, _ limits: PictureLimits, unless shown: FileVersion?,
        _ prepared: PreparedPicture?
    ) -> Reading {
        // Before it is read: a file that is written meanwhile is another version.
        let version = FileVersion(of: path)
        if let prepared, prepared.version == version, space.isCovered(by: prepared.space) {
            return Reading(
                number: number, version: version, picture: .success(prepared.picture), warnings: prepared.warnings)
        }
        var warnings: [String] = []
        var picture: Result<DecodedPicture, Failure>?
        // The one that is shown may not be readable any more, and is missing after the next start.
        if version == nil || version != shown || access(path, R_OK) != 0 {
            picture = Result { () throws(Failure) in
                try PictureInput.read(path, for: space, limits: limits) { warnings.append($0) }
            }
        }
        return Reading(number: number, version: version, picture: picture, warnings: warnings)
    }
}

/// The common part of all readers of pictures.
@MainLoop
package final class PictureSettings {
    /// How large pictures may be.
    package private(set) var limits = PictureLimits()
    /// Pictures that were read already and are offered to the next readers, by path.
    package private(set) var prepared: [String: PreparedPicture] = [:]

    package nonisolated init() {}

    /// Sets how large pictures may be from now on.
    ///
    /// - Parameter megapixels: nil is the default.
    package func setLimits(megapixels: Int?) {
        limits = PictureLimits(megapixels: megapixels)
    }

    /// Offers a picture that was read already to the next readers of this path; nil takes it back.
    package func offer(_ picture: PreparedPicture?, as path: String) {
        prepared[path] = picture
    }
}

/// A picture that was read before it was to be shown.
package struct PreparedPicture: Sendable {
    let version: FileVersion
    let space: PictureSpace
    let picture: DecodedPicture
    /// Oddities of the file.
    let warnings: [String]

    /// Reads it, which blocks the thread.
    ///
    /// - Throws: ``Failure`` where there is no such file, and where it is not a picture.
    package init(path: String, for space: PictureSpace, _ limits: PictureLimits) throws(Failure) {
        // Before it is read: a file that is written meanwhile is another version. Where there is no file, reading fails with the reason.
        let version = FileVersion(of: path)
        var warnings: [String] = []
        picture = try PictureInput.read(path, for: space, limits: limits) { warnings.append($0) }
        self.space = space
        guard let version else { throw Failure(.noInput, "\(path) did not exist at first") }
        self.version = version
        self.warnings = warnings
    }
}
