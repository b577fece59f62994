import Glibc
import ScreensLinux
import ScreensReports
import Synchronization

/// SIGINT, SIGTERM and SIGHUP: the first is a request to end cleanly, and a later one ends the program at once. A
/// signal that follows immediately is ignored, because `timeout` and systemd send two for one request.
///
/// SIGTSTP and SIGCONT: the terminal is restored while the program is stopped.
///
/// The main thread takes all of them with `sigwait`, so that nothing runs in a signal handler.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT]
    /// The time after the first signal during which another one is ignored.
    private static let repetition = Duration.milliseconds(500)
    /// The limit for a clean end, in seconds: a driver can block it for ever.
    private static let limit: UInt32 = 10
    private static let handler = Mutex<(@Sendable () -> Void)?>(nil)
    /// A signal that requests an end.
    struct Request: Sendable, Hashable {
        let signal: Int32
        /// Whether a key of the terminal has sent it, to all programs in the foreground.
        let isFromKey: Bool
    }

    /// The receiver of all signals that request an end; nil if there is none.
    private static let receiver = Mutex<(@Sendable (Request) -> Void)?>(nil)
    /// Whether the time for the end is limited.
    private static let isLimited = Mutex(false)
    /// The terminal, whose lock is held during each change of it. Once it is nil, it is not changed.
    private static let terminal = Mutex<RawTerminal?>(nil)
    private static let continuation = Mutex<(@Sendable () -> Void)?>(nil)
    private static let firstTime = Mutex<MonotonicTime?>(nil)

    /// Blocks the signals, so that they do not end the program. Call it before any thread is started, since threads
    /// inherit the mask.
    static func block() {
        // A reader that has gone is an error of `write`. The program still has screens to restore.
        signal(SIGPIPE, SIG_IGN)
        var set = listenedSet()
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// Takes the signals on the main thread for ever. Otherwise that thread would wait in libdispatch, which blocks
    /// none of them.
    static func takeForEver() -> Never {
        var set = listenedSet()
        var details = siginfo_t()
        while true {
            let number = sigwaitinfo(&set, &details)
            guard number > 0 else {
                if errno != EINTR { pause() }
                continue
            }
            if signals.prefix(3).contains(number), let body = receiver.withLock(\.self) {
                body(Request(signal: number, isFromKey: details.si_code == SI_KERNEL))
                continue
            }
            switch number {
            case SIGTSTP: stop()
            case SIGCONT:
                terminal.withLock { _ = $0?.take() }
                continuation.withLock(\.self)?()
            default: take(number)
            }
        }
    }

    /// Calls `body` at the next signal, on the main thread, instead of ending the program.
    static func onInterrupt(_ body: @escaping @Sendable () -> Void) {
        handler.withLock { $0 = body }
    }

    /// Passes each SIGINT, SIGTERM and SIGHUP to `body` from now on, on the main thread, instead of ending the program.
    static func onRequests(_ body: @escaping @Sendable (Request) -> Void) {
        receiver.withLock { $0 = body }
    }

    /// Ends the program as the signal would, if a clean end takes too long. Only the first call counts.
    static func limitEnd(by number: Int32) {
        let isFirst = isLimited.withLock { isLimited in
            defer { isLimited = true }
            return !isLimited
        }
        guard isFirst else { return }
        // If the thread cannot start, the end has no time limit.
        try? NativeThread.start(name: "end") {
            sleep(limit)
            end(by: number)
        }
    }

    /// Calls `body`, on the main thread, each time the program continues after a stop; nil to call nothing.
    static func onContinue(_ body: (@Sendable () -> Void)?) {
        continuation.withLock { $0 = body }
    }

    /// Sets the terminal to restore while the program is stopped, and if a signal ends it at once; nil for none.
    static func setTerminal(_ terminal: RawTerminal?) {
        self.terminal.withLock { $0 = terminal }
    }

    /// Returns the signals that are not ignored on purpose, by `nohup` or by a shell that starts a program in the
    /// background.
    private static func listenedSet() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals {
            var action = sigaction()
            sigaction(signal, nil, &action)
            let handler = unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
            if handler != unsafeBitCast(SIG_IGN, to: Int.self) {
                sigaddset(&set, signal)
            }
        }
        return set
    }

    private static func take(_ number: Int32) {
        let body = handler.withLock { handler in
            defer { handler = nil }
            return handler
        }
        if let body {
            firstTime.withLock { $0 = .now }
            limitEnd(by: number)
            return body()
        }
        if let first = firstTime.withLock(\.self), first.duration(to: .now) < repetition { return }
        // There is no handler, or it is the second signal.
        end(by: number)
    }

    /// Stops the program until SIGCONT, which is taken next.
    private static func stop() {
        terminal.withLock { $0?.giveBack() }
        // The lock ensures that no output is cut by the stop, and that none follows before the former content is
        // forgotten.
        Notices.shared.holdingBack {
            // SIGTSTP and not SIGSTOP: the kernel discards SIGTSTP if no shell could continue the program.
            var set = raiseUnblocked(SIGTSTP)
            pthread_sigmask(SIG_BLOCK, &set, nil)
            // SIGCONT is pending already. If it were taken later, the output would be forgotten once more.
            var continued = sigset_t()
            sigemptyset(&continued)
            sigaddset(&continued, SIGCONT)
            var now = timespec()
            guard sigtimedwait(&continued, nil, &now) == SIGCONT else { return }
            continuation.withLock(\.self)?()
        }
        terminal.withLock { _ = $0?.take() }
    }

    /// Ends the program as if the signal had never been blocked.
    private static func end(by number: Int32) {
        terminal.withLock { $0?.giveBack() }
        _ = raiseUnblocked(number)
    }

    /// - Returns: the signal, which must be blocked again.
    private static func raiseUnblocked(_ number: Int32) -> sigset_t {
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
        return set
    }
}

/// The process of this program.
enum Process {
    /// Ends the process without waiting for other threads. No output is buffered.
    static func exit(_ status: ExitStatus) -> Never {
        Glibc.exit(status.rawValue)
    }
}
