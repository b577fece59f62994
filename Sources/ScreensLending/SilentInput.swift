import Glibc
import ScreensLinux

/// A standard input that never has data and never ends: some programs end when they can read a line or the end.
enum SilentInput {
    /// Makes it the standard input of this process and of its children, until this process ends. The corresponding C
    /// functions are `pipe` and `dup2`.
    static func take() throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw SystemError(call: "pipe", object: "standard input", errno: errno) }
        // The write end stays open as long as this process lives, and is not inherited.
        _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
        defer { close(ends[0]) }
        guard dup2(ends[0], STDIN_FILENO) >= 0 else {
            throw SystemError(call: "dup2", object: "standard input", errno: errno)
        }
    }
}
