import Glibc
import Linux

/// The wall clock for schedules: the moment at which they are evaluated, and a timer for the next one at which a schedule
/// changes.
@MainLoop
final class ScheduleClock {
    private var timer: Watched<WallTimer>?
    /// In seconds since 1970-01-01 00:00:00 UTC. All schedules are evaluated at this moment: between two
    /// readings of the clock a change would be lost.
    private(set) var moment = ScheduleClock.now

    /// - Parameter onChange: called at the moment that is waited for, and when the clock is set: the moment may have passed
    ///   then, or be far away.
    /// - Throws: ``SystemError`` where the system has no timer left.
    func begin(_ onChange: @escaping @MainLoop () -> Void) throws(SystemError) {
        timer = try Watched(WallTimer()) { [weak self] _ in
            self?.timer?.source.acknowledge()
            onChange()
        }
        wait(until: nil)
    }

    /// Takes the time as the moment at which schedules are evaluated.
    func takeTime() {
        moment = Self.now
    }

    /// Whether the clock was set back after the last reading, which the timer did not notice.
    var wasSetBack: Bool { Self.now < moment }

    /// Waits until a moment, in seconds since 1970-01-01 00:00:00 UTC, or only until the clock is set.
    func wait(until moment: Int64?) {
        timer?.source.set(to: moment)
    }

    /// `time` is not used: it is some milliseconds behind the clock that timers use.
    private static var now: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec)
    }
}
