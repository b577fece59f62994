import Synchronization

/// The one access of a process to font files that are open.
///
/// Cairo keeps ten files open and closes another one for each further, while a thread may be about to use it: the users of a file are
/// counted under another lock than the one under which it is chosen. So what may read a file is done by one thread after the other.
/// Glyphs that were drawn before are in caches, and the lock is free for most frames: then it costs two atomic instructions.
enum FontAccess {
    private static let mutex = Mutex(())

    /// Calls `body`, which may measure or draw glyphs, and makes no such call itself.
    static func during(_ body: () -> Void) {
        mutex.withLock { _ in body() }
    }
}
