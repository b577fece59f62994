import Glibc

/// A point in time of `CLOCK_MONOTONIC`, the clock of the kernel's flip timestamps.
///
/// It never jumps: a change of the wall clock does not affect it, and it stands still while the machine is suspended.
/// The time between two points is `first.duration(to: second)`.
public struct MonotonicTime: Sendable, Hashable {
    /// The nanoseconds of `CLOCK_MONOTONIC`: on Linux, since the start of the machine.
    public let nanoseconds: Int64

    /// Makes a point in time from nanoseconds of `CLOCK_MONOTONIC`.
    @inlinable public init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    /// The current time. The corresponding C function is `clock_gettime`.
    public static var now: MonotonicTime {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return MonotonicTime(nanoseconds: Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec))
    }

    /// The start of the clock.
    package static var zero: MonotonicTime { MonotonicTime(nanoseconds: 0) }

    /// The latest point in time: a wait until then never ends.
    package static var distantFuture: MonotonicTime { MonotonicTime(nanoseconds: .max) }
}

extension MonotonicTime: InstantProtocol {
    /// Whether the first point in time is before the second.
    @inlinable public static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    /// Returns the point in time after a duration, rounded to nanoseconds and saturated.
    public func advanced(by duration: Duration) -> MonotonicTime {
        let (sum, overflows) = nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
        return MonotonicTime(nanoseconds: overflows ? (sum < 0 ? .max : .min) : sum)
    }

    /// Returns the duration from this point in time to another one; negative if the other one is earlier. It is
    /// saturated.
    public func duration(to other: MonotonicTime) -> Duration {
        let (difference, overflows) = other.nanoseconds.subtractingReportingOverflow(nanoseconds)
        return .nanoseconds(overflows ? (nanoseconds < 0 ? .max : .min) : difference)
    }
}

extension Duration {
    /// The duration in whole nanoseconds, rounded toward zero and saturated.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflows) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, sumOverflows) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
        return overflows || sumOverflows ? (seconds < 0 ? .min : .max) : sum
    }

    /// The duration in milliseconds for `poll`: at least 0, saturated, and rounded up so that no thread repeatedly
    /// wakes too early.
    package var pollMilliseconds: Int32 {
        let nanoseconds = max(wholeNanoseconds, 0)
        return Int32(clamping: nanoseconds / 1_000_000 + (nanoseconds % 1_000_000 == 0 ? 0 : 1))
    }
}

extension timespec {
    /// - Parameter nanoseconds: the length; a negative one becomes 0.
    init(nanoseconds: Int64) {
        let nanoseconds = max(nanoseconds, 0)
        self.init(tv_sec: Int(nanoseconds / 1_000_000_000), tv_nsec: Int(nanoseconds % 1_000_000_000))
    }

    init(_ time: MonotonicTime) {
        self.init(nanoseconds: time.nanoseconds)
    }
}

/// The clock of an engine: the system's, or a ``SteppedClock``.
package struct TimeSource: Sendable {
    /// `CLOCK_MONOTONIC`.
    package static let system = TimeSource(manual: nil)

    /// The stepped clock; nil if time is the system's.
    package let manual: SteppedClock?

    package init(manual: SteppedClock?) {
        self.manual = manual
    }

    /// The current time. Called in the frame path.
    package var now: MonotonicTime { manual?.now ?? .now }
}
