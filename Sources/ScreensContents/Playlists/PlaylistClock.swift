import ScreensConfiguration
import ScreensLinux

/// The scale of time of a playlist: the clock of the machine, or the time since the playlist began.
struct PlaylistClock: Sendable {
    /// The monotonic time at 0 of the scale.
    private var origin: MonotonicTime
    /// Whether the scale is the clock of the machine.
    let isAligned: Bool

    /// The scale that begins at a time.
    init(from start: MonotonicTime) {
        origin = start
        isAligned = false
    }

    /// The clock of the machine, which has a time since 1970-01-01 00:00:00 UTC at a monotonic time.
    init(_ wallTime: Duration, at now: MonotonicTime) {
        origin = now.advanced(by: .zero - wallTime)
        isAligned = true
    }

    /// Returns the nanoseconds of the scale.
    func scale(_ time: MonotonicTime) -> Int64 { time.nanoseconds - origin.nanoseconds }

    func time(_ scale: Int64) -> MonotonicTime {
        scale == .max ? .distantFuture : MonotonicTime(nanoseconds: origin.nanoseconds + scale)
    }

    /// Returns a clock whose scale is ahead of this one.
    func ahead(by nanoseconds: Int64) -> PlaylistClock {
        var clock = self
        clock.origin = MonotonicTime(nanoseconds: origin.nanoseconds - nanoseconds)
        return clock
    }

    /// Moves the scale, so that it has a value at a time.
    mutating func set(_ scale: Int64, at time: MonotonicTime) {
        origin = MonotonicTime(nanoseconds: time.nanoseconds - scale)
    }
}
