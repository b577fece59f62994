import ScreensConfiguration
import ScreensProgramKit

/// Keeps the texts of the configuration that count on the disk, for the next start.
///
/// One writing runs at a time, on a thread of its own; of texts that come meanwhile, the last ones are written after it. One that fails
/// is tried again each minute: the disk may have room again.
@MainLoop
final class LastGoodTexts {
    private let file: LastGoodFile
    private let log: EventLog
    /// The texts that the disk has, as far as it is known.
    private var kept: ConfigurationTexts?
    private var next: ConfigurationTexts?
    private var isWriting = false
    /// The next attempt, after one that has failed.
    private var retry: Task<Void, Never>?

    init(_ file: LastGoodFile, _ log: EventLog) {
        self.file = file
        self.log = log
    }

    /// The texts of the last run; none where there are none, or none that can be read.
    func read() -> ConfigurationTexts {
        do {
            let texts = try file.read()
            kept = texts
            return texts
        } catch {
            log.warning(error.message)
            return ConfigurationTexts()
        }
    }

    var path: String { file.path }

    /// Why the last texts could not be written; nil where they were.
    private(set) var failure: Failure?

    /// Keeps texts from now on.
    func keep(_ texts: ConfigurationTexts) {
        next = texts
        if !isWriting { write() }
    }

    private func tryAgain(with texts: ConfigurationTexts) {
        retry?.cancel()
        retry = Task {
            guard (try? await Task.sleep(for: .seconds(60))) != nil, !isWriting, failure != nil else { return }
            next = next ?? texts
            write()
        }
    }

    private func write() {
        let wanted = next
        next = nil
        guard let texts = wanted, texts != kept else { return }
        isWriting = true
        Task { [file] in
            do throws(Failure) {
                try await DetachedThread.value { () throws(Failure) in try file.write(texts) }
                kept = texts
                if failure != nil { log.notice("\(file.path) is written again") }
                failure = nil
            } catch {
                // Each minute the same words would fill the journal.
                if failure != error {
                    log.warning("\(error.message): the next start has no former text of a file that is broken then")
                }
                failure = error
                tryAgain(with: texts)
            }
            isWriting = false
            write()
        }
    }
}
