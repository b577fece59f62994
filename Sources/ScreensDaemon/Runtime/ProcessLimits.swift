import CScreensDaemon
import Glibc

/// Descriptors and memory that the process takes from the system.
enum ProcessLimits {
    /// As many descriptors as clients and cards may come to; the system's limit is often far higher.
    private static let mostDescriptors: rlim_t = 8192
    /// The descriptors that are not for clients: cards, the configuration, pictures, threads.
    private static let reservedDescriptors = 64 + mostFiles
    /// Files that clients send beside calls, until the call is complete. A call has eight at most.
    static let mostFiles = 32
    /// From so many bytes on, memory is taken from the system and given back to it by itself.
    private static let ownMapping: Int32 = 128 * 1024
    /// How many heaps there are: else each thread that reads a picture may begin one, and memory that is left in it stays.
    private static let heaps: Int32 = 2

    /// Raises the limit of descriptors as far as is allowed: the one that a service starts with is for programs that use
    /// `select`.
    static func raiseDescriptorLimit() {
        guard var limit = descriptorLimit, limit.rlim_cur < mostDescriptors else { return }
        limit.rlim_cur = min(limit.rlim_max, mostDescriptors)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// How many descriptors there are for clients.
    static var clientDescriptors: Int {
        let count = Int(clamping: descriptorLimit?.rlim_cur ?? 1024)
        return max(count - reservedDescriptors, count / 4)
    }

    private static var descriptorLimit: rlimit? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
    }

    /// Gives the memory of pictures back to the system once they are freed. It has to be called before there is a second
    /// thread.
    ///
    /// By itself the C library keeps ever larger pieces for the next one, up to 32 MiB, on a heap for each thread. The
    /// corresponding C function is `mallopt`.
    static func returnFreedMemory() {
        _ = mallopt(M_MMAP_THRESHOLD, ownMapping)
        _ = mallopt(M_ARENA_MAX, heaps)
    }
}
