import Glibc
import Synchronization

/// Closes files that others have sent, on threads of its own: the last close of a file lasts as long as its file system
/// likes, and for ever on a share that no longer answers.
///
/// All functions may be called on any thread, and do not wait.
public enum FileCloser {
    /// The most threads, each of which may hang in one close. Further files wait until a thread is free.
    public static let mostThreads = 32

    private struct State {
        var waiting: [Int32] = []
        var threads = 0
    }

    private static let state = Mutex(State())
    /// The bytes of a thread's stack: a close needs few.
    private static let stackBytes = 1 << 16

    /// Whether so few closes hang that a program may take another file.
    public static var hasRoom: Bool { state.withLock { $0.threads < mostThreads } }

    /// Closes a descriptor. The corresponding C function is `close`.
    public static func close(_ descriptor: Int32) {
        let mustStart = state.withLock { state in
            state.waiting.append(descriptor)
            guard state.threads < mostThreads else { return false }
            state.threads += 1
            return true
        }
        // Without another thread, the next close tries it again.
        if mustStart, !startThread() { state.withLock { $0.threads -= 1 } }
    }

    /// Closes a connection: at once if everything in it was received, else on a thread, since the kernel closes the
    /// files in it as well.
    static func close(connection descriptor: Int32) {
        // Nothing arrives any later.
        shutdown(descriptor, Int32(SHUT_RDWR))
        var unread: Int32 = 0
        if ioctl(descriptor, UInt(FIONREAD), &unread) == 0, unread == 0 {
            _ = Glibc.close(descriptor)
        } else {
            close(descriptor)
        }
    }

    private static func startThread() -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        pthread_attr_setstacksize(&attributes, stackBytes)
        var thread = pthread_t()
        return pthread_create(&thread, &attributes, closeWaitingFiles, nil) == 0
    }

    /// Returns the next descriptor for a thread, or ends its turn.
    fileprivate static func next() -> Int32? {
        state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.threads -= 1
            return nil
        }
    }
}

/// The work of a thread. A closure could inherit the actor of the code that makes it.
private func closeWaitingFiles(_: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    while let descriptor = FileCloser.next() { _ = close(descriptor) }
    return nil
}
