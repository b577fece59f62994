import CScreensDaemon
import Glibc
import ScreensLinux

/// Delivers signals to the main loop. No code of the program runs in a signal handler.
@MainLoop
final class SignalSource {
    private nonisolated static let handled = [SIGTERM, SIGINT, SIGHUP]

    private var descriptor: WatchedDescriptor?

    /// - Parameter handler: called with each signal.
    init(_ handler: @escaping @MainLoop (Int32) -> Void) throws(SystemError) {
        var set = Self.set
        let descriptor = signalfd(-1, &set, Int32(O_CLOEXEC | O_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError(call: "signalfd", object: "signals", errno: errno) }
        self.descriptor = try WatchedDescriptor(adopting: descriptor) { _ in
            while let signal = Self.next(from: descriptor) { handler(signal) }
        }
    }

    /// Keeps the signals from ending the program. Call this before any thread starts, because threads inherit the mask.
    nonisolated static func block() {
        // If a reader has gone, `write` fails. It must not end a program that has screens to restore.
        signal(SIGPIPE, SIG_IGN)
        var set = set
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    private static func next(from descriptor: Int32) -> Int32? {
        var information = signalfd_siginfo()
        let size = MemoryLayout<signalfd_siginfo>.size
        return read(descriptor, &information, size) == size ? Int32(information.ssi_signo) : nil
    }

    private nonisolated static var set: sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in handled { sigaddset(&set, signal) }
        return set
    }
}
