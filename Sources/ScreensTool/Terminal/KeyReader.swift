import Glibc
import ScreensLinux

/// Reads the keys of a terminal on its own thread. The terminal is raw meanwhile.
final class KeyReader: Sendable {
    /// The interval of checks whether the program is in the foreground again, which no signal reports.
    private static let checkInterval = Duration.milliseconds(500)

    /// The time after an escape in which the rest of a sequence may arrive on a slow line.
    private static let escapeTime = Duration.milliseconds(200)

    private let terminal: RawTerminal
    private let descriptor: Int32
    private let report: @Sendable (Key) -> Void
    private let stopping: EventCounter
    private let ended = Completion()

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - descriptor: the terminal, which the caller still owns.
    ///   - report: called on the reader's thread for each key, until ``stop()`` has returned.
    /// - Returns: nil if the system has no thread or descriptor left.
    init?(of descriptor: Int32, report: @escaping @Sendable (Key) -> Void) {
        do {
            stopping = try EventCounter(for: "the end of the keys")
        } catch {
            return nil
        }
        terminal = RawTerminal(descriptor)
        self.descriptor = descriptor
        self.report = report
        Interruption.setTerminal(terminal)
        do {
            try NativeThread.start(name: "keys") { [self] in
                run()
                terminal.giveBack()
                ended.signal()
            }
        } catch {
            Interruption.setTerminal(nil)
            return nil
        }
    }

    /// Ends the reader, and returns when the terminal is restored. Call it once.
    func stop() async {
        Interruption.setTerminal(nil)
        stopping.add()
        await ended.wait()
    }

    /// Reads keys until the end. Reads in the background fail and do not stop the program, because this thread blocks
    /// the signals.
    private func run() {
        var parser = KeyParser()
        var bytes = [UInt8](repeating: 0, count: 256)
        while true {
            let isOurs = terminal.take()
            let limit = !isOurs ? Self.checkInterval : parser.isAfterEscape ? Self.escapeTime : nil
            let ready = DescriptorPoll.wait(
                for: stopping.descriptor, and: isOurs ? descriptor : nil, until: limit.map { .now.advanced(by: $0) })
            guard let ready else {
                if isOurs, let key = parser.pause() { report(key) }
                continue
            }
            if !ready.first.isEmpty { return }
            // The program may have gone to the background.
            guard !ready.second.isEmpty, terminal.take() else { continue }
            let count = read(descriptor, &bytes, bytes.count)
            // The terminal has gone: no keys follow, and the picture stays.
            if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN && terminal.take() { return }
            for byte in bytes.prefix(max(count, 0)) {
                if let key = parser.take(byte) { report(key) }
            }
        }
    }
}
