import CLinux

/// The signals by which the kernel requests a virtual terminal and gives it back, as an eventfd. The signals are the
/// host's again when this goes away.
struct TerminalSignals: ~Copyable, Sendable {
    /// Sent when another terminal is requested.
    let release: Int32
    /// Sent when it is shown again.
    let acquire: Int32
    private let counter: EventCounter

    /// Listens, on the calling thread at least.
    ///
    /// - Throws: ``SystemError`` where the system refuses, or where this process listens already.
    init() throws(SystemError) {
        let counter = try EventCounter(for: "a virtual terminal")
        var release: Int32 = 0
        var acquire: Int32 = 0
        let result = clinux_terminal_listen(counter.descriptor, &release, &acquire)
        guard result == 0 else {
            throw SystemError(call: "sigaction", object: "the signals of a virtual terminal", errno: result)
        }
        self.release = release
        self.acquire = acquire
        self.counter = counter
    }

    deinit {
        clinux_terminal_ignore()
    }

    /// Becomes readable when a signal has come.
    var descriptor: Int32 { counter.descriptor }

    /// The requests since the last call. The terminal is given before it can be requested back.
    func take() -> (isAcquired: Bool, isRequested: Bool) {
        let value = counter.take()
        return (value >= CLINUX_TERMINAL_ACQUIRE, value % CLINUX_TERMINAL_ACQUIRE != 0)
    }
}
