import ScreensContents
import ScreensLinux
import ScreensManager
import Synchronization

/// Writes the proof of play to its folder, on a thread of its own.
@MainLoop
final class PlayedFiles {
    /// The most pictures that wait for a folder that cannot be written. Older ones are lost.
    static let mostWaiting = 10_000
    /// The most calls that read the files, one after the other: each may take seconds.
    private static let mostReads = 4
    /// How long the end of the daemon waits for the last write.
    private static let endTimeout = Duration.seconds(2)

    private(set) var folder: PlayedFolder
    private let threads = PathThreads(mostThreads: 1)
    private let owner = PathOwner()
    private let log: EventLog
    private let changed: @MainLoop () -> Void
    private var waiting: [PlayedDocument] = []
    private var isWorking = false
    private var hasBegun = false
    private var reads = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []
    /// The end of the wait for the last write.
    private var endTimer: LoopTimer?
    /// Whether nothing is waited for: the daemon ends.
    private var isOver = false
    /// The write in work, or the last one that did not answer, with the number of its pictures.
    private var work: (progress: PlayedProgress, count: Int)?
    /// The number of pictures that could not be written.
    private(set) var lost = 0
    /// The fault of the last write; nil if it has none.
    private(set) var fault: Failure? {
        didSet { if fault != oldValue { changed() } }
    }

    /// - Parameter changed: called when ``fault`` has changed.
    init(_ folder: PlayedFolder, _ log: EventLog, changed: @escaping @MainLoop () -> Void) {
        self.folder = folder
        self.log = log
        self.changed = changed
    }

    /// Keeps files for another number of days from now on.
    func keep(days: Int) { folder = PlayedFolder(path: folder.path, days: days) }

    /// Keeps pictures for the next write.
    func add(_ played: [PlayedDocument]) {
        waiting += played
        let excess = max(0, waiting.count - Self.mostWaiting)
        waiting.removeFirst(excess)
        lost += excess
        // The oldest pictures are the pictures of the write in work.
        if let work { self.work = (work.progress, max(0, work.count - excess)) }
    }

    /// Writes the pictures that wait, and the pictures that are on the screens now.
    ///
    /// - Parameter open: returns the pictures that are on the screens now.
    func write(open: @MainLoop () -> [PlayedDocument]) {
        guard !isWorking else { return }
        // A write that did not answer may have ended since.
        takeAppended()
        let (played, open, folder, isFirst) = (waiting, open(), folder, !hasBegun)
        let progress = PlayedProgress()
        work = (progress, played.count)
        isWorking = threads.run(for: owner) { visit throws(PathHang) -> Failure? in
            try visit.enter("\(folder.path)/now.json")
            do throws(Failure) {
                try folder.append((isFirst ? folder.formerOpen() : []) + played)
                progress.isAppended.store(true, ordering: .releasing)
                try folder.replaceOpen(by: open)
                try folder.removeOld()
                return nil
            } catch {
                return error
            }
        } then: { [weak self] outcome in
            self?.end(outcome)
        }
    }

    /// Removes the pictures that the last write has appended, also if it failed or did not answer afterwards.
    private func takeAppended() {
        guard let (progress, count) = work, progress.isAppended.load(ordering: .acquiring) else { return }
        work = nil
        hasBegun = true
        waiting.removeFirst(min(count, waiting.count))
    }

    /// Writes the last pictures, and returns when they are stored, or when that takes too long.
    func end() async {
        endTimer = LoopTimer(after: Self.endTimeout) { [weak self] in
            self?.isOver = true
            self?.endWaiting()
        }
        await flush { [] }
        endTimer = nil
    }

    /// Writes the pictures that wait, and returns when they are stored, or cannot be.
    private func flush(open: @MainLoop () -> [PlayedDocument]) async {
        // The write in work may have begun before the last pictures came.
        if isWorking, !isOver { await withCheckedContinuation { waiters.append($0) } }
        write(open: open)
        if isWorking, !isOver { await withCheckedContinuation { waiters.append($0) } }
    }

    private func end(_ outcome: PathThreads.Outcome<Failure?>) {
        isWorking = false
        takeAppended()
        switch outcome {
        case .done(nil): fault = nil
        case .done(let failure?): take(failure)
        case .hangs(let hang): take(hang.failure)
        }
        endWaiting()
    }

    private func take(_ failure: Failure) {
        if fault != failure { log.error(failure.message) }
        fault = failure
    }

    private func endWaiting() {
        let ended = waiters
        waiters = []
        for waiter in ended { waiter.resume() }
    }

    /// Reads the pictures in a range of times, in milliseconds since 1970, in sums, and the newest ones.
    ///
    /// - Parameters:
    ///   - open: returns the pictures that are on the screens now.
    ///   - screen: the qualified name of a screen; nil for all.
    ///   - most: how many of the newest pictures are returned.
    func read(
        in times: Range<Int64>, on screen: String?, open: @MainLoop () -> [PlayedDocument], most: Int
    ) async throws(Failure) -> (newest: [PlayedDocument], sums: PlayedSums) {
        typealias Found = (newest: [PlayedDocument], sums: PlayedSums)
        guard reads < Self.mostReads else {
            throw Failure(.system, "\(Self.mostReads) other calls read the proof of play; call again later")
        }
        reads += 1
        defer { reads -= 1 }
        await flush(open: open)
        let folder = folder
        let result: Result<Found, Failure> = await withCheckedContinuation { continuation in
            let hasStarted = threads.run(for: owner) {
                visit throws(PathHang) -> Result<Found, Failure> in
                try visit.enter("\(folder.path)/now.json")
                return Result { () throws(Failure) -> Found in
                    var (newest, sums) = ([PlayedDocument](), PlayedSums())
                    try folder.read(since: times.lowerBound) { played in
                        guard let part = played.part(in: times, on: screen) else { return }
                        sums.add(part)
                        newest.append(part)
                        if newest.count >= 2 * most { newest.removeFirst(most) }
                    }
                    return (PlayedFolder.newest(newest, most: most), sums)
                }
            } then: { outcome in
                switch outcome {
                case .done(let found): continuation.resume(returning: found)
                case .hangs(let hang): continuation.resume(returning: .failure(hang.failure))
                }
            }
            if !hasStarted { continuation.resume(returning: .failure(Failure(.system, "cannot start a thread"))) }
        }
        return try result.get()
    }
}

/// The progress of a write.
private final class PlayedProgress: Sendable {
    /// Whether the files of the days have the pictures.
    let isAppended = Atomic(false)
}
