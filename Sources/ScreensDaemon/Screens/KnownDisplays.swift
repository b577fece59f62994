import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensPower

/// The knowledge about the power of displays: it follows them to other connectors, and stays over restarts.
///
/// It is written on a thread of its own, once a minute at most. A failed write is tried again after the next change.
@MainLoop
final class KnownDisplays {
    /// The time from one write to the next one.
    private static let pause = Duration.seconds(60)

    private let file: PowerFile
    /// The lock of the folder, which ends with the configuration that has it.
    private weak var lock: StateLock?
    private let log: EventLog
    private var knowledge = PowerFile.Knowledge()
    private var written = PowerFile.Knowledge()
    private var writing: Task<Void, Never>?
    private var timer: LoopTimer?

    init(_ file: PowerFile, _ lock: StateLock, _ log: EventLog) {
        self.file = file
        self.lock = lock
        self.log = log
    }

    /// Reads the file at the start. A damaged one is replaced by the next write.
    func read() {
        do throws(Failure) {
            knowledge = try file.read()
            written = knowledge
        } catch {
            log.warning("\(error.message): what was learned about televisions is learned again")
        }
    }

    subscript(display: DisplayKey) -> LearnedPower {
        get { knowledge[display.text] }
        set {
            knowledge[display.text] = newValue
            write()
        }
    }

    /// Writes what was learned in the last minute.
    func endWithDaemon() async {
        await writing?.value
        timer = nil
        if knowledge != written { await store() }
    }

    private func write() {
        guard writing == nil, timer == nil, knowledge != written else { return }
        writing = Task {
            await store()
            writing = nil
            timer = LoopTimer(after: Self.pause) { [weak self] in
                self?.timer = nil
                self?.write()
            }
        }
    }

    private func store() async {
        let knowledge = knowledge
        do throws(Failure) {
            try lock?.take()
            try await DetachedThread.value { [file] () throws(Failure) in try file.write(knowledge) }
            log.recovered(file.path)
        } catch {
            log.warning(error.message, about: file.path)
        }
        written = knowledge
    }
}

extension DisplayKey {
    /// The key in the file: the identity, and the place if that does not suffice.
    fileprivate var text: String { [identity?.description, place].compactMap(\.self).joined(separator: " ") }
}
