import CDaemon
import Glibc
import Screens

/// Rings at a time of day, and when somebody sets the clock: what was waited for may have passed then, or be far away.
struct WallClockTimer: ~Copyable {
    /// `TFD_TIMER_CANCEL_ON_SET`, which Glibc's module leaves out.
    private static let cancelOnSet: Int32 = 2
    /// Later than anything is waited for.
    private static let farAway = time_t(1) << 40

    let descriptor: Int32

    /// - Returns: nil where the system has no means for it.
    init?() {
        descriptor = timerfd_create(CLOCK_REALTIME, Int32(O_CLOEXEC | O_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        set(nil)
    }

    deinit {
        close(descriptor)
    }

    /// Has it ring at a moment, in seconds since 1970-01-01 00:00:00 UTC, or only where the clock is set.
    borrowing func set(_ moment: Int64?) {
        var value = itimerspec()
        value.it_value.tv_sec = moment.map { max(1, Int($0)) } ?? Self.farAway
        _ = timerfd_settime(descriptor, 1 | Self.cancelOnSet, &value, nil)
    }

    /// Has it be silent until the next time.
    borrowing func acknowledge() {
        var count: UInt64 = 0
        // It fails with ECANCELED where the clock was set, and is silent then.
        _ = read(descriptor, &count, 8)
    }

    /// Now, in seconds since 1970-01-01 00:00:00 UTC.
    ///
    /// Not by `time`, which is some milliseconds behind the clock that timers go by.
    static var now: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec)
    }
}
