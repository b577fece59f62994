import Screens
import ScreensConfiguration
import ScreensContents
import ScreensLinux
import ScreensManager
import ScreensPictures

/// Reads the pictures that clients request before they are shown. A client gets an error if the read fails.
@MainLoop
final class PictureRequests {
    /// How long to wait for a picture on a share that hangs.
    private static let timeout = Duration.seconds(10)
    /// The most threads, all of which may hang. Further requests wait for one of them.
    static let mostThreads = 4
    /// The most waiting requests: more than clients make at once.
    private static let longestQueue = 256

    /// A picture or a folder that cannot be read.
    struct Unreadable: Error {
        let path: String
        let failure: Failure
    }

    private struct Request {
        let path: String
        /// Reads the picture. Blocks its thread.
        let read: @Sendable () throws(Failure) -> PreparedPicture?
        let caller: CheckedContinuation<Result<PreparedPicture?, Failure>, Never>
        let timer: LoopTimer
    }

    private var lastNumber: UInt64 = 0
    /// The requests with a waiting caller, by number.
    private var requests: [UInt64: Request] = [:]
    /// The numbers of the requests that no thread reads yet.
    private var queue: [UInt64] = []
    /// The number of threads that read, also without a waiting caller.
    private var threadCount = 0

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
        _ path: String, _ read: @escaping @Sendable () throws(Failure) -> PreparedPicture?
    ) async throws(Unreadable) -> PreparedPicture? {
        guard queue.count < Self.longestQueue else {
            throw Unreadable(
                path: path, failure: Failure(.unavailable, "\(Self.longestQueue) other pictures are being read"))
        }
        lastNumber += 1
        let number = lastNumber
        let timer = LoopTimer(after: Self.timeout) { [weak self] in
            self?.end(number, .failure(Failure(.unavailable, "\(path) was not read within 10 seconds")))
        }
        let result = await withCheckedContinuation { caller in
            requests[number] = Request(path: path, read: read, caller: caller, timer: timer)
            queue.append(number)
            startThreads()
        }
        do {
            return try result.get()
        } catch {
            throw Unreadable(path: path, failure: error)
        }
    }

    private func startThreads() {
        while threadCount < Self.mostThreads, !queue.isEmpty {
            let number = queue.removeFirst()
            // The caller has gone.
            guard let request = requests[number] else { continue }
            let read = request.read
            threadCount += 1
            let hasStarted = DetachedThread.start { [weak self] in
                let result = Result { () throws(Failure) in try read() }
                MainLoop.enqueue { self?.finish(number, result) }
            }
            if !hasStarted {
                threadCount -= 1
                end(number, .failure(Failure(.system, "cannot start a thread to read \(request.path)")))
            }
        }
    }

    private func finish(_ number: UInt64, _ result: Result<PreparedPicture?, Failure>) {
        threadCount -= 1
        end(number, result)
        startThreads()
    }

    private func end(_ number: UInt64, _ result: Result<PreparedPicture?, Failure>) {
        requests.removeValue(forKey: number)?.caller.resume(returning: result)
    }
}
