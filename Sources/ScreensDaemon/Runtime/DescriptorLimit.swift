import Glibc

/// How many descriptors this process may have.
enum DescriptorLimit {
    /// As many as clients and cards may come to; the system's limit is often far higher.
    private static let enough: rlim_t = 8192
    /// What is not for clients: cards, the configuration, pictures, threads.
    private static let reserve = 64

    /// Takes as many as it is allowed: the limit that a service starts with is one for programs that use `select`.
    static func raise() {
        guard var limit = current, limit.rlim_cur < enough else { return }
        limit.rlim_cur = min(limit.rlim_max, enough)
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }

    /// How many there are for clients.
    static var leavingSome: Int {
        let count = Int(clamping: current?.rlim_cur ?? 1024)
        return max(count - reserve, count / 4)
    }

    private static var current: rlimit? {
        var limit = rlimit()
        return getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
    }
}
