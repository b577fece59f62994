import ScreensConfiguration
import ScreensLinux

/// The scale of time of a playlist: the clock of the machine, or the time since the playlist began.
///
/// After a small change of the clock the scale is slewed: it goes a little faster or slower until it shows the time of
/// the clock again.
struct PlaylistClock: Sendable {
    /// The monotonic time at 0 of the scale.
    private var origin: MonotonicTime
    /// The time of the clock at 0 of the scale, since 1970-01-01 00:00:00 UTC; nil for a scale of its own.
    private let epoch: Duration?
    /// How far the scale is from the clock.
    private var slew = ClockSlew()

    /// The largest difference from the clock that is made up for slowly, in nanoseconds.
    private static let longestSlew: Int64 = 2_000_000_000

    /// The scale that begins at a time.
    init(from start: MonotonicTime) {
        origin = start
        epoch = nil
    }

    /// The scale that begins with a turn, which all machines compute alike.
    init(from start: AlignedTime) {
        epoch = start.wallTime
        slew = start.slew
        // The scale is 0 at the turn, however far it is ahead.
        origin = MonotonicTime(nanoseconds: start.time.nanoseconds + start.slew.lead(at: start.time))
    }

    /// The clock of the machine, which has a time since 1970-01-01 00:00:00 UTC at a monotonic time.
    ///
    /// - Parameter former: the scale so far. The new one goes on from its time if the difference is small.
    init(_ wallTime: Duration, at now: MonotonicTime, after former: PlaylistClock? = nil) {
        self.init(from: AlignedTime(time: now.advanced(by: .zero - wallTime), wallTime: .zero))
        guard let former, former.isAligned else { return }
        let difference = former.scale(now) - scale(now)
        guard abs(difference) <= Self.longestSlew else { return }
        slew = ClockSlew(lead: difference, start: now)
    }

    /// Whether the time alone decides on the scale, so that it is the same on all machines: the scale is the clock of
    /// the machine, or the time since a turn of such a scale.
    var isAligned: Bool { epoch != nil }

    /// The same scale as one of its own.
    var own: PlaylistClock { PlaylistClock(from: time(0)) }

    /// Returns the time of the clock that belongs to a time of the scale; nil for a scale of its own.
    func aligned(_ time: MonotonicTime) -> AlignedTime? {
        epoch.map { AlignedTime(time: time, wallTime: $0 + .nanoseconds(scale(time)), slew: slew) }
    }

    /// Returns the nanoseconds of the scale.
    func scale(_ time: MonotonicTime) -> Int64 { time.nanoseconds - origin.nanoseconds + slew.lead(at: time) }

    /// Returns the first time at which the scale has reached a value.
    func time(_ scale: Int64) -> MonotonicTime {
        guard scale < .max else { return .distantFuture }
        let (lead, start) = (slew.lead, slew.start.nanoseconds)
        let end = start + abs(lead) * ClockSlew.share
        let clockTime = origin.nanoseconds + scale
        guard lead != 0, clockTime < end else { return MonotonicTime(nanoseconds: clockTime) }
        let distance = clockTime - lead - start
        // The scale has gone on by `distance` since its slewing began.
        guard distance > 0 else { return MonotonicTime(nanoseconds: clockTime - lead) }
        // The lead changes by whole nanoseconds, so that a slower scale stays on some values for two.
        let share = ClockSlew.share
        let elapsed = lead > 0 ? (distance * share - 1) / (share - 1) : (distance * share + share) / (share + 1)
        return MonotonicTime(nanoseconds: start + elapsed)
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
        slew = ClockSlew()
    }

    /// Whether it shows the same time as another scale, and does so for long.
    func isSame(as other: PlaylistClock, at now: MonotonicTime) -> Bool {
        abs(scale(now) - other.scale(now)) < 1_000_000 && abs(slew.lead(at: now) - other.slew.lead(at: now)) < 1_000_000
    }

    /// Whether it differs from another scale by more than is made up for slowly.
    func jumps(from former: PlaylistClock, at now: MonotonicTime) -> Bool {
        abs(former.scale(now) - scale(now)) > Self.longestSlew
    }
}

extension MonotonicTime {
    /// Whether it is the same time of the clock as another one. Two readings of the clock differ by less than a
    /// millisecond, unless the clock was set.
    func isSame(as other: MonotonicTime) -> Bool { abs(nanoseconds - other.nanoseconds) < 1_000_000 }
}
