import Glibc

/// CLOCK_MONOTONIC, which the kernel stamps flips with.
package enum MonotonicClock {
    /// Nanoseconds. The corresponding C function is `clock_gettime`.
    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}

extension timespec {
    /// - Parameter nanoseconds: a length; negative ones become 0.
    init(nanoseconds: Int64) {
        let nanoseconds = max(nanoseconds, 0)
        self.init(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }

    init(_ time: MonotonicTime) {
        self.init(nanoseconds: time.nanoseconds)
    }
}
