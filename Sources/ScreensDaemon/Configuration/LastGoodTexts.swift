import ScreensConfiguration
import ScreensLinux
import ScreensProgramKit

/// Keeps the texts of the configuration that count on the disk, for the next start.
///
/// One writing runs at a time, on a thread of its own; of texts that come meanwhile, the last ones are written after it. One that fails
/// is tried again each minute: the disk may have room again.
@MainLoop
final class LastGoodTexts {
    /// From an attempt that has failed to the next one.
    private static let pause = Duration.seconds(60)

    private let file: LastGoodFile
    private let files: ConfigurationFiles
    private let lock: StateLock
    private let log: EventLog
    private let changed: @MainLoop () -> Void
    /// The texts that the disk has, as far as it is known.
    private var kept: ConfigurationTexts?
    /// Those that it is to have.
    private var wanted: ConfigurationTexts?
    private var isWriting = false
    /// The next attempt, after one that has failed.
    private var retry: LoopTimer?

    /// - Parameter changed: called when ``failure`` has become another.
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

    /// The texts of the last run; none where there are none, or none that can be read.
    func read() -> ConfigurationTexts {
        do {
            let texts = try file.read(of: files)
            kept = texts
            return texts
        } catch {
            log.warning(error.message)
            return ConfigurationTexts()
        }
    }

    var path: String { file.path }

    /// Why the last texts could not be written; nil where they were.
    private(set) var failure: Failure? {
        didSet { if failure != oldValue { changed() } }
    }

    /// Keeps texts from now on.
    func keep(_ texts: ConfigurationTexts) {
        wanted = texts
        write()
    }

    private func write() {
        guard !isWriting, let texts = wanted else { return }
        isWriting = true
        Task { [file, files] in
            do throws(Failure) {
                // Also where nothing is to be written: of two daemons the second one says so at its start.
                try lock.take()
                if texts != kept {
                    try await DetachedThread.value { () throws(Failure) in try file.write(texts, of: files) }
                    kept = texts
                }
                if failure != nil { log.notice("\(file.path) can be written again") }
                failure = nil
            } catch {
                // Each minute the same words would fill the journal.
                if failure != error {
                    log.warning("\(error.message): the next start has no former text of a file that is broken then")
                }
                failure = error
            }
            isWriting = false
            // Others may have come meanwhile.
            if texts != wanted { write() } else if failure != nil { tryAgain() }
        }
    }

    private func tryAgain() {
        // The runtime's own sleep would start libdispatch's threads, which wake once a second from then on.
        retry = LoopTimer(after: Self.pause) { [weak self] in self?.write() }
    }
}
