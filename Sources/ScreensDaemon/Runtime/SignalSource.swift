import CDaemon
import Glibc
import Screens

/// Signals as something that a loop waits for: no code of ours runs in a handler.
struct SignalSource: ~Copyable {
    static let listened = [SIGTERM, SIGINT, SIGHUP]

    let descriptor: Int32

    /// - Returns: nil where the system has no means for it.
    init?() {
        var set = Self.set
        let descriptor = signalfd(-1, &set, Int32(O_CLOEXEC | O_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Keeps the signals from ending the program. Has to be called before any thread is started: they inherit it.
    static func block() {
        // A reader that has gone is an error of `write`, not the end of a program that has screens to restore.
        signal(SIGPIPE, SIG_IGN)
        var set = set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// The next signal that has come, or nil.
    borrowing func next() -> Int32? {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        return read(descriptor, &information, size) == size ? Int32(information.ssi_signo) : nil
    }

    private static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in listened { sigaddset(&set, signal) }
        return set
    }
}
