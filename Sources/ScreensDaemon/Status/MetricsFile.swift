import ScreensContents
import ScreensLinux
import ScreensManager

/// The file of the metrics. It is written on threads of its own: its folder may be on a dead share.
@MainLoop
final class MetricsFile {
    private enum Work: Sendable {
        case write(String)
        case remove
    }

    /// A failed write.
    struct Fault: Sendable, Hashable {
        let failure: Failure
        let remedy: String?
    }

    /// How long the end of the daemon waits for the removal.
    private static let removalTimeout = Duration.seconds(2)

    let path: String
    private let threads: PathThreads
    private let owner = PathOwner()
    private let log: EventLog
    private let changed: @MainLoop () -> Void
    private var isWorking = false
    /// The work that begins after the present one. A later write replaces it.
    private var next: Work?
    private var hasWritten = false
    private var waiter: (continuation: CheckedContinuation<Void, Never>, timer: LoopTimer)?

    /// - Parameters:
    ///   - threads: the threads for all such files.
    ///   - changed: called when ``fault`` has changed.
    init(_ path: String, _ threads: PathThreads, _ log: EventLog, changed: @escaping @MainLoop () -> Void) {
        self.path = path
        self.threads = threads
        self.log = log
        self.changed = changed
    }

    /// The fault of the last write; nil if it has none.
    private(set) var fault: Fault? {
        didSet { if fault != oldValue { changed() } }
    }

    /// Writes the file soon.
    func write(_ text: String) {
        next = .write(text)
        work()
    }

    /// Removes the file soon, if it was written.
    func remove() {
        guard hasWritten || isWorking else { return }
        next = .remove
        work()
    }

    /// Removes the file, and returns when it is gone, or when that takes too long.
    func removeAtEnd() async {
        remove()
        guard isWorking else { return }
        await withCheckedContinuation { continuation in
            waiter = (continuation, LoopTimer(after: Self.removalTimeout) { self.endWaiting() })
        }
    }

    private func endWaiting() {
        let ended = waiter
        waiter = nil
        ended?.continuation.resume()
    }

    private func work() {
        guard !isWorking, let work = next else { return }
        next = nil
        isWorking = threads.run(for: owner) { [path] visit throws(PathHang) -> Fault? in
            try visit.enter(path)
            return Self.carryOut(work, at: path)
        } then: { outcome in
            self.end(work, outcome)
        }
        guard !isWorking else { return }
        take(Fault(failure: Failure(.system, "cannot start a thread to write \(path)"), remedy: nil))
    }

    /// Writes or removes the file. Blocks its thread.
    private nonisolated static func carryOut(_ work: Work, at path: String) -> Fault? {
        do throws(Failure) {
            switch work {
            // Other programs may write in that folder, too. A link there must not lead to a file of the daemon.
            case .write(let text): try WholeFile.replaceName(path, with: Array(text.utf8))
            case .remove: try WholeFile.remove(path)
            }
            return nil
        } catch {
            return Fault(failure: error, remedy: MetricsRemedy.text(of: path))
        }
    }

    private func end(_ work: Work, _ outcome: PathThreads.Outcome<Fault?>) {
        isWorking = false
        switch (outcome, work) {
        case (.hangs(let hang), _): take(Fault(failure: hang.failure, remedy: "mount its file system again"))
        case (.done(let fault?), _): take(fault)
        case (.done(nil), .write):
            hasWritten = true
            fault = nil
        case (.done(nil), .remove): hasWritten = false
        }
        self.work()
        if !isWorking { endWaiting() }
    }

    private func take(_ fault: Fault) {
        log.error(fault.failure.message)
        self.fault = fault
    }
}
