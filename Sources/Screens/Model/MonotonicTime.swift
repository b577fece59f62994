import struct ScreensLinux.MonotonicTime

/// A point in time of a frame or an event, by `CLOCK_MONOTONIC`.
public typealias MonotonicTime = ScreensLinux.MonotonicTime

/// A length of time, in nanoseconds. The public interface has `Duration`, which counts attoseconds in 128 bits.
/// Dividing these is too slow for the frame path.
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
