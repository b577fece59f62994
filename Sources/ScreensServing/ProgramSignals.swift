import CScreensServing
import Glibc

/// The signals that request the end of a program: SIGTERM and SIGINT.
public enum ProgramSignals {
    /// Makes a descriptor that can be read when one of the signals has come, which no longer ends the process. Call it
    /// before the process has a second thread. SIGPIPE is ignored from then on. The corresponding C function is
    /// `signalfd`.
    ///
    /// - Returns: the descriptor, which the caller owns; nil if the system has none left.
    public static func open() -> Int32? {
        signal(SIGPIPE, SIG_IGN)
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGTERM)
        sigaddset(&mask, SIGINT)
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        let descriptor = signalfd(-1, &mask, Int32(SFD_CLOEXEC))
        return descriptor < 0 ? nil : descriptor
    }
}
