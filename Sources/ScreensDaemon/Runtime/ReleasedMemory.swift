import CDaemon

/// What becomes of memory that is freed.
enum ReleasedMemory {
    /// From so many bytes on, memory is taken from the system and given back to it by itself.
    private static let ownMapping: Int32 = 128 * 1024
    /// How many heaps there are: else each thread that reads a picture may begin one, and what is left in it stays.
    private static let heaps: Int32 = 2

    /// Has pictures be given back to the system once they are freed. To be called before there is a second thread.
    ///
    /// By itself the C library keeps ever larger pieces for the next one, up to 32 MiB, on a heap for each thread. The
    /// corresponding C function is `mallopt`.
    static func giveBack() {
        _ = mallopt(M_MMAP_THRESHOLD, ownMapping)
        _ = mallopt(M_ARENA_MAX, heaps)
    }
}
