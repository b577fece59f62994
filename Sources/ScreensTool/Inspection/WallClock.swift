import Glibc

/// The time of day, for people.
enum WallClock {
    /// `23:59:59`, where the machine is.
    static var now: String {
        var seconds = time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}
