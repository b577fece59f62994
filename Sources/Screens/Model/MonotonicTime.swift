import Linux

/// A point in time of `CLOCK_MONOTONIC`, the clock of the kernel's flip timestamps.
///
/// It never jumps: a change of the wall clock does not affect it, and it stands still while the machine is suspended.
public typealias MonotonicTime = Linux.MonotonicTime

/// A length of time in nanoseconds, for the frame path. `Duration` counts attoseconds in 128 bits, whose divisions are
/// too slow there.
typealias Nanoseconds = Int64

extension MonotonicTime {
    static func - (left: MonotonicTime, right: MonotonicTime) -> Nanoseconds {
        left.nanoseconds - right.nanoseconds
    }

    static func + (time: MonotonicTime, length: Nanoseconds) -> MonotonicTime {
        MonotonicTime(nanoseconds: time.nanoseconds + length)
    }

    static func - (time: MonotonicTime, length: Nanoseconds) -> MonotonicTime {
        MonotonicTime(nanoseconds: time.nanoseconds - length)
    }
}
