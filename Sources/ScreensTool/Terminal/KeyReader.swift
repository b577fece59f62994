import Glibc
import ProgramKit

/// Reads the keys of a terminal on a thread of its own; the terminal is raw meanwhile.
final class KeyReader: Sendable {
    /// The interval in milliseconds of checks whether the program is in the foreground again: no signal reports that.
    private static let checkInterval: Int32 = 500

    private let terminal: RawTerminal
    private let descriptor: Int32
    private let report: @Sendable (Key) -> Void
    /// Closed to end it: what the thread polls on then is readable.
    private let stopping: (reader: Int32, writer: Int32)
    private let ended: AsyncStream<Never>

    /// Begins.
    ///
    /// - Parameters:
    ///   - descriptor: the terminal; remains owned by the caller.
    ///   - report: called on the reader's thread for each key, until ``stop()`` has returned.
    /// - Returns: nil where the system has no thread or descriptor left.
    init?(of descriptor: Int32, report: @escaping @Sendable (Key) -> Void) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        terminal = RawTerminal(descriptor)
        self.descriptor = descriptor
        self.report = report
        stopping = (ends[0], ends[1])
        let (ended, end) = AsyncStream.makeStream(of: Never.self)
        self.ended = ended
        Interruption.setTerminal(terminal)
        let isStarted = DetachedThread.start { [self] in
            run()
            terminal.giveBack()
            close(stopping.reader)
            end.finish()
        }
        guard isStarted else {
            close(ends[0])
            close(ends[1])
            Interruption.setTerminal(nil)
            return nil
        }
    }

    /// Ends it, once, and returns when the terminal is restored.
    func stop() async {
        Interruption.setTerminal(nil)
        close(stopping.writer)
        for await _ in ended {}
    }

    private func run() {
        // Reading in the background then fails, and does not stop the program.
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTTIN)
        pthread_sigmask(SIG_BLOCK, &set, nil)

        var parser = KeyParser()
        var bytes = [UInt8](repeating: 0, count: 256)
        while true {
            let isOurs = terminal.take()
            guard let hasInput = wait(forInput: isOurs) else { return }
            // The program may be in the background by now.
            guard hasInput, terminal.take() else { continue }
            let count = read(descriptor, &bytes, bytes.count)
            // The terminal has gone: there are no more keys, and the picture stays.
            if count == 0 || count < 0 && errno != EINTR && errno != EAGAIN && terminal.take() { return }
            for byte in bytes.prefix(max(count, 0)) {
                if let key = parser.take(byte) { report(key) }
            }
        }
    }

    /// - Returns: whether there is something to read; nil at the end.
    private func wait(forInput: Bool) -> Bool? {
        var descriptors = [
            pollfd(fd: stopping.reader, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&descriptors, forInput ? 2 : 1, forInput ? -1 : Self.checkInterval)
        guard count > 0 else { return false }
        return descriptors[0].revents != 0 ? nil : descriptors[1].revents != 0
    }
}
