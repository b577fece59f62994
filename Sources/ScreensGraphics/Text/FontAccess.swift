import Synchronization

/// The lock of a process around everything that may read font files.
///
/// Cairo keeps at most ten files open and closes one for each further file, possibly while a thread is about to use it:
/// it counts the users of a file under another lock than the one under which it chooses the file to close. So one
/// thread at a time does what may read a file. Glyphs that were drawn before are cached, so in most frames the lock is
/// free and costs two atomic instructions.
enum FontAccess {
    private static let mutex = Mutex(())

    /// Calls `body`, which may measure or draw glyphs and must not call this function.
    static func during(_ body: () -> Void) {
        mutex.withLock { _ in body() }
    }
}
