import CScreensDaemon
import Glibc
import ScreensLinux

/// The descriptors and the memory that the process takes from the system.
enum ProcessLimits {
    /// The most descriptors that clients and cards may need. The system's limit is often far higher.
    private static let mostDescriptors: rlim_t = 8192
    /// The descriptors that are not for clients: cards, the configuration, pictures, threads, and files that are
    /// received or closed.
    private static let reservedDescriptors =
        64 + mostFiles + SocketMessage.mostDescriptors + BlockingCloser.mostInAll
    /// The most files of clients that wait for their call to be complete. A call has at most 64.
    static let mostFiles = 128
    /// The size in bytes from which a piece of memory is mapped separately, and returned to the system when freed.
    private static let ownMapping: Int32 = 128 * 1024
    /// The most heaps. Otherwise each thread that reads a picture may begin one, and memory that is left in it stays.
    private static let heaps: Int32 = 2

    /// Raises the limit of descriptors as far as allowed. The initial limit of a service suits programs that use
    /// `select`.
    static func raiseDescriptorLimit() {
        guard var limit = descriptorLimit, limit.rlim_cur < mostDescriptors else { return }
        limit.rlim_cur = min(limit.rlim_max, mostDescriptors)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// The number of descriptors for clients.
    static var clientDescriptors: Int {
        let count = Int(clamping: descriptorLimit?.rlim_cur ?? 1024)
        return max(count - reservedDescriptors, count / 4)
    }

    private static var descriptorLimit: rlimit? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
    }

    /// Lets freed memory of pictures return to the system. Call this before the second thread starts.
    ///
    /// By default the C library keeps ever larger pieces for the next picture, up to 32 MiB, on a heap for each thread.
    /// The C function is `mallopt`.
    static func returnFreedMemory() {
        _ = mallopt(M_MMAP_THRESHOLD, ownMapping)
        _ = mallopt(M_ARENA_MAX, heaps)
    }
}
