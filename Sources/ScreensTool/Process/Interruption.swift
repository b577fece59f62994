import Glibc
import Synchronization

/// SIGINT, SIGTERM and SIGHUP: the first is a request to end cleanly, the second ends the program at once.
///
/// One thread takes them all with `sigwait`, so that nothing runs in a signal handler.
enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    private static let handler = Mutex<(@Sendable () -> Void)?>(nil)

    /// From now on the signals come here. Has to be called before any other thread is started.
    static func listen() {
        // A reader that has gone is an error of `write`, not the end of a program that has screens to restore.
        signal(SIGPIPE, SIG_IGN)
        var set = listenedSet()
        pthread_sigmask(SIG_BLOCK, &set, nil)
        let listens = DetachedThread.start {
            var set = listenedSet()
            var number: Int32 = 0
            while sigwait(&set, &number) == 0 { take(number) }
        }
        // Without the thread the signals do what they always do.
        if !listens { pthread_sigmask(SIG_UNBLOCK, &set, nil) }
    }

    /// Has the next signal call `body`, on a thread of its own, instead of ending the program.
    static func whenInterrupted(_ body: @escaping @Sendable () -> Void) {
        handler.withLock { $0 = body }
    }

    /// The signals that are not ignored: `nohup`, and shells that start something in the background, mean that.
    private static func listenedSet() -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals {
            var action = sigaction()
            sigaction(signal, nil, &action)
            if unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) != unsafeBitCast(SIG_IGN, to: Int.self) {
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
        if let body { return body() }
        // Nobody asked for it, or it is the second one: as if it had never been blocked.
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
        raise(number)
    }
}
