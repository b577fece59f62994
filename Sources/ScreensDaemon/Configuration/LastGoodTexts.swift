import ScreensConfiguration
import ScreensLinux

/// Keeps the texts of the configuration in use on the disk, for the next start.
///
/// One write runs at a time, on a thread of its own. If several versions of the texts come meanwhile, only the last one
/// is written next. A failed write is tried again each minute: the disk may have room again.
@MainLoop
final class LastGoodTexts {
    /// The time from a failed attempt to the next one.
    private static let pause = Duration.seconds(60)

    private let file: LastGoodFile
    private let files: ConfigurationFiles
    private let lock: StateLock
    private let log: EventLog
    private let changed: @MainLoop () -> Void
    /// The texts on the disk, as far as known.
    private var kept: ConfigurationTexts?
    /// The texts that have to be on the disk.
    private var wanted: ConfigurationTexts?
    private var isWriting = false
    /// The timer of the next attempt, after a failed one.
    private var retry: LoopTimer?

    /// - Parameter changed: called when ``failure`` has changed.
    init(
        _ file: LastGoodFile, of files: ConfigurationFiles, _ lock: StateLock, _ log: EventLog,
        changed: @escaping @MainLoop () -> Void
    ) {
        self.file = file
        self.files = files
        self.lock = lock
        self.log = log
        self.changed = changed
    }

    /// The texts of the last run; empty if there are none, or if they cannot be read.
    func read() -> LastGoodFile.Texts {
        do {
            let texts = try file.read(of: files)
            kept = texts.last
            return texts
        } catch {
            log.warning(error.message)
            return LastGoodFile.Texts()
        }
    }

    var path: String { file.path }

    /// Why the texts could not be written at the last attempt; nil if they were.
    private(set) var failure: Failure? {
        didSet { if failure != oldValue { changed() } }
    }

    /// Keeps these texts from now on.
    func keep(_ texts: ConfigurationTexts) {
        wanted = texts
        write()
    }

    private func write() {
        guard !isWriting, let texts = wanted else { return }
        isWriting = true
        Task { [file, files] in
            do throws(Failure) {
                // The lock is taken even if no text has to be written: of two daemons, the second one reports the lock
                // at its start.
                try lock.take()
                if texts != kept {
                    try await DetachedThread.value { () throws(Failure) in try file.write(texts, of: files) }
                    kept = texts
                }
                if failure != nil { log.notice("\(file.path) can be written again") }
                failure = nil
            } catch {
                // The same words each minute would fill the journal.
                if failure != error {
                    log.warning("\(error.message): if a file is broken at the next start, it has no former text")
                }
                failure = error
            }
            isWriting = false
            // Other texts may have come meanwhile.
            if texts != wanted { write() } else if failure != nil { tryAgain() }
        }
    }

    private func tryAgain() {
        // `Task.sleep` would start threads of libdispatch, which wake once a second from then on.
        retry = LoopTimer(after: Self.pause) { [weak self] in self?.write() }
    }
}
