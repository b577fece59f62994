import struct ScreensLinux.MonotonicTime

/// The points in time of frames and events, by `CLOCK_MONOTONIC`.
public typealias MonotonicTime = ScreensLinux.MonotonicTime

/// A length of time, in nanoseconds. `Duration`, which the public interface has, counts attoseconds in 128 bits, whose divisions are
/// too slow in the frame path.
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
