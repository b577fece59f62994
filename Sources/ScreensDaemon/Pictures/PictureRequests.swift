import Screens
import ScreensConfiguration
import ScreensContents
import ScreensLinux
import ScreensManager
import ScreensPictures

/// Reads the pictures that clients request before they are shown. A client gets an error if the read fails.
@MainLoop
final class PictureRequests {
    /// The most threads in one file system, all of which may hang. Further requests there wait for one of them.
    nonisolated static let mostThreads = 4
    /// The most threads, also of requests whose callers no longer wait: more than clients request at once. A share that
    /// answers slowly keeps them.
    nonisolated static let mostRequests = 256

    /// A picture or a folder that cannot be read.
    struct Unreadable: Error {
        let path: String
        let failure: Failure
    }

    private struct Request {
        let caller: CheckedContinuation<Result<PreparedPicture?, Failure>, Never>
        let timer: LoopTimer
        /// Done when the caller no longer waits.
        let end: Completion
    }

    /// How long a caller waits for a picture.
    private let timeout: Duration
    private let threads = PathThreads(mostThreads: mostThreads)
    private var lastNumber: UInt64 = 0
    /// The requests with a waiting caller, by number.
    private var requests: [UInt64: Request] = [:]
    /// The number of threads that read or wait for another one, also without a waiting caller.
    private var threadCount = 0

    nonisolated init(timeout: Duration = .seconds(10)) {
        self.timeout = timeout
    }

    /// Whether a thread reads.
    var isReading: Bool { threadCount > 0 }

    /// Reads the picture of a content.
    ///
    /// - Parameters:
    ///   - size: the size of the screen.
    ///   - limits: how large pictures may be.
    /// - Returns: the picture, if the content is a picture.
    func read(
        _ content: ContentSetting, in size: Size, _ limits: PictureLimits
    ) async throws(Unreadable) -> PreparedPicture? {
        guard let preparation = content.preparation(in: size, limits) else { return nil }
        return try await read(preparation.path, preparation.read)
    }

    func read(
        _ path: String, _ read: @escaping @Sendable (PathVisit) throws(Failure) -> PreparedPicture?
    ) async throws(Unreadable) -> PreparedPicture? {
        guard threadCount < Self.mostRequests else {
            throw Unreadable(
                path: path, failure: Failure(.unavailable, "\(Self.mostRequests) other pictures are being read"))
        }
        lastNumber += 1
        let number = lastNumber
        let seconds = timeout.components.seconds
        let timer = LoopTimer(after: timeout) { [weak self] in
            self?.end(number, .failure(Failure(.unavailable, "\(path) was not read within \(seconds) seconds")))
        }
        let result = await withCheckedContinuation { caller in
            let end = Completion()
            requests[number] = Request(caller: caller, timer: timer, end: end)
            start(number, path, read, until: end)
        }
        do {
            return try result.get()
        } catch {
            throw Unreadable(path: path, failure: error)
        }
    }

    /// Starts the thread of a request.
    private func start(
        _ number: UInt64, _ path: String, _ read: @escaping @Sendable (PathVisit) throws(Failure) -> PreparedPicture?,
        until end: Completion
    ) {
        threadCount += 1
        let hasStarted = threads.run(for: PathOwner()) { visit throws(PathHang) -> Result<PreparedPicture?, Failure> in
            try visit.enter(path)
            // The caller may have gone while this waited for another thread.
            guard !end.isDone else { return .success(nil) }
            return Result { () throws(Failure) in try read(visit) }
        } then: { [weak self] outcome in
            self?.threadCount -= 1
            switch outcome {
            case .done(let result): self?.end(number, result)
            case .hangs(let hang): self?.end(number, .failure(hang.failure))
            }
        }
        guard !hasStarted else { return }
        threadCount -= 1
        self.end(number, .failure(Failure(.system, "cannot start a thread to read \(path)")))
    }

    private func end(_ number: UInt64, _ result: Result<PreparedPicture?, Failure>) {
        guard let request = requests.removeValue(forKey: number) else { return }
        request.end.signal()
        request.caller.resume(returning: result)
    }
}
