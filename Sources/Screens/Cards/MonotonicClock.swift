import Glibc

/// CLOCK_MONOTONIC, which the kernel stamps flips with.
package enum MonotonicClock {
    /// Nanoseconds.
    package static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
