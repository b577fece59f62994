import CLinux
import Glibc
import KMS

/// The signals by which the kernel asks for a virtual terminal and gives it back, as an eventfd; the host's again when
/// this goes away.
struct TerminalSignals: ~Copyable, Sendable {
    /// Sent when the terminal is to be left.
    let release: Int32
    /// Sent when it is shown again.
    let acquire: Int32
    private let counter: OwnedDescriptor

    /// Listens, on the calling thread at least.
    ///
    /// - Throws: ``ScreenError`` where the system refuses, or where this process listens already.
    init() throws(ScreenError) {
        let descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        guard descriptor >= 0 else {
            throw ScreenError(.system, operation: "eventfd", object: "a virtual terminal", errno: errno)
        }
        let counter = OwnedDescriptor(adopting: descriptor)
        var release: Int32 = 0
        var acquire: Int32 = 0
        let result = clinux_terminal_listen(descriptor, &release, &acquire)
        guard result == 0 else {
            throw ScreenError(.system, operation: "listen to", object: "the virtual terminal", errno: result)
        }
        self.release = release
        self.acquire = acquire
        self.counter = counter
    }

    deinit {
        clinux_terminal_ignore()
    }

    /// Becomes readable when a signal has come.
    var descriptor: Int32 { counter.rawValue }

    /// What has been asked for since it was asked last. The terminal is given before it can be wanted back.
    func take() -> (isAcquired: Bool, isWanted: Bool) {
        var value: UInt64 = 0
        guard read(counter.rawValue, &value, 8) == 8 else { return (false, false) }
        return (value >= CLINUX_TERMINAL_ACQUIRE, value % CLINUX_TERMINAL_ACQUIRE != 0)
    }
}
