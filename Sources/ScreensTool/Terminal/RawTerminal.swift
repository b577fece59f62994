import Glibc
import Synchronization

/// A terminal in a mode that delivers each key at once without an echo. It is restored afterwards.
///
/// Signals and output are not affected: Ctrl-C still is SIGINT.
final class RawTerminal: Sendable {
    private struct State {
        var isRaw = false
        /// The former attributes.
        var found: termios?
    }

    private let descriptor: Int32
    private let state = Mutex(State())

    /// - Parameter descriptor: the terminal, which the caller still owns.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    static func isTerminal(_ descriptor: Int32) -> Bool { isatty(descriptor) == 1 }

    /// Makes it raw, unless it is raw already. The corresponding C function is `tcsetattr`.
    ///
    /// - Returns: whether this program gets its keys: false in the background, and if the terminal has gone.
    func take() -> Bool {
        state.withLock { state in
            guard isOurs else {
                // The program in the foreground has set the mode.
                state.isRaw = false
                return false
            }
            guard !state.isRaw else { return true }
            var current = termios()
            guard tcgetattr(descriptor, &current) == 0 else { return false }
            // A shell may have left this program's attributes in place.
            if state.found == nil || !Self.isRaw(current) { state.found = current }
            current.c_lflag &= ~Self.lineFlags
            Self.setControl(&current)
            state.isRaw = set(&current)
            return state.isRaw
        }
    }

    /// Restores the terminal. Repeated calls do nothing.
    func giveBack() {
        state.withLock { state in
            guard state.isRaw, isOurs, var found = state.found else { return }
            state.isRaw = !set(&found)
        }
    }

    /// Whether the program is in the foreground. A terminal that does not control this process has no background.
    var isOurs: Bool {
        let group = tcgetpgrp(descriptor)
        return group < 0 ? errno == ENOTTY && Self.isTerminal(descriptor) : group == getpgrp()
    }

    private func set(_ attributes: inout termios) -> Bool {
        // The program may move to the background meanwhile, and would be stopped.
        var (blocked, former) = (sigset_t(), sigset_t())
        sigemptyset(&blocked)
        sigaddset(&blocked, SIGTTOU)
        pthread_sigmask(SIG_BLOCK, &blocked, &former)
        defer { pthread_sigmask(SIG_SETMASK, &former, nil) }
        return tcsetattr(descriptor, TCSANOW, &attributes) == 0
    }

    private static let lineFlags = tcflag_t(ICANON | ECHO)

    private static func isRaw(_ attributes: termios) -> Bool { attributes.c_lflag & lineFlags == 0 }

    /// Sets reads to return the available bytes, at least one.
    private static func setControl(_ attributes: inout termios) {
        withUnsafeMutableBytes(of: &attributes.c_cc) { control in
            control[Int(VMIN)] = 1
            control[Int(VTIME)] = 0
        }
    }
}
