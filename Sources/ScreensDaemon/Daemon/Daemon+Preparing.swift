import Configuration
import ProgramKit
import Varlink

extension Daemon {
    /// How long what is on a share that hangs is waited for, in nanoseconds.
    private static let longestWait: Int64 = 10_000_000_000
    /// Threads that may hang so; who comes then waits for one of them.
    private static let mostPreparations = 4
    /// More than anybody asks for at once.
    private static let longestQueue = 256

    /// Reads a picture that is to be shown, so that who asks for it hears it if it cannot be.
    ///
    /// - Returns: the picture, where the content is one.
    /// - Throws: `Unreadable`.
    func prepare(_ content: ShownContent) async throws(VarlinkError) -> PreparedPicture? {
        switch content {
        case .none, .color, .pattern: return nil
        case .image(_, let path):
            return try await prepare(path) { () throws(Failure) in try PreparedPicture(path: path) }
        case .slides(_, let slides):
            let folder = slides.folder
            return try await prepare(folder) { () throws(Failure) in
                _ = try PictureFolder(folder).pictures()
                return nil
            }
        }
    }

    private func prepare(
        _ path: String, _ read: @escaping @Sendable () throws(Failure) -> PreparedPicture?
    ) async throws(VarlinkError) -> PreparedPicture? {
        guard preparationQueue.count < Self.longestQueue else {
            throw ManagerError.unreadable(path, "\(Self.longestQueue) others are waited for")
        }
        lastReading += 1
        let number = lastReading
        let timer = schedule(after: Self.longestWait) { daemon in
            daemon.endPreparation(number, .failure(Failure(.unavailable, "\(path) has not come within 10 seconds")))
        }
        let result = await withCheckedContinuation { caller in
            preparations[number] = Preparation(path: path, read: read, caller: caller)
            preparationQueue.append(number)
            startPreparations()
        }
        loop.cancel(timer)
        do {
            return try result.get()
        } catch {
            throw ManagerError.unreadable(path, error.message)
        }
    }

    private func startPreparations() {
        while runningPreparations < Self.mostPreparations, !preparationQueue.isEmpty {
            let number = preparationQueue.removeFirst()
            // Nobody waits for it any more.
            guard let preparation = preparations[number] else { continue }
            let (path, read) = (preparation.path, preparation.read)
            runningPreparations += 1
            let hasStarted = DetachedThread.start { [weak self] in
                let result = Result { () throws(Failure) in try read() }
                Task { [weak self] in await self?.preparationReturned(number, result) }
            }
            if !hasStarted {
                runningPreparations -= 1
                endPreparation(number, .failure(Failure(.system, "there is no thread to read \(path) on")))
            }
        }
    }

    private func preparationReturned(_ number: UInt64, _ result: Result<PreparedPicture?, Failure>) {
        runningPreparations -= 1
        endPreparation(number, result)
        startPreparations()
    }

    private func endPreparation(_ number: UInt64, _ result: Result<PreparedPicture?, Failure>) {
        preparations.removeValue(forKey: number)?.caller.resume(returning: result)
    }
}
