import CDaemon
import Glibc
import Linux

/// The wall clock for schedules: the moment for which they are asked, and a timer for the next one at which a schedule
/// changes.
@MainLoop
final class ScheduleClock {
    /// `TFD_TIMER_CANCEL_ON_SET`, which Glibc's module leaves out.
    private static let cancelOnSet: Int32 = 2
    /// Later than the reach of any schedule.
    private static let farAway = time_t(1) << 40

    private var timer: WatchedDescriptor?
    /// In seconds since 1970-01-01 00:00:00 UTC. Schedules are asked and waited for from this one moment on: between two
    /// readings of the clock a change would be lost.
    private(set) var moment = ScheduleClock.now

    /// - Parameter onChange: called at the moment that is waited for, and when the clock is set: the moment may have passed
    ///   then, or be far away.
    /// - Throws: ``SystemError`` where the system has no timer left. The corresponding C function is `timerfd_create`.
    func begin(_ onChange: @escaping @MainLoop () -> Void) throws(SystemError) {
        let descriptor = timerfd_create(CLOCK_REALTIME, Int32(O_CLOEXEC | O_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError(call: "timerfd_create", object: "the wall clock", errno: errno) }
        timer = try WatchedDescriptor(adopting: descriptor) { _ in
            var count: UInt64 = 0
            // It fails with ECANCELED where the clock was set; the timer is silent from then on, too.
            _ = read(descriptor, &count, 8)
            onChange()
        }
        wait(until: nil)
    }

    /// Takes the time as the moment for which schedules are asked.
    func takeTime() {
        moment = Self.now
    }

    /// Whether the clock was set back after the last reading, which the timer did not notice.
    var wasSetBack: Bool { Self.now < moment }

    /// Waits until a moment, in seconds since 1970-01-01 00:00:00 UTC, or only until the clock is set.
    func wait(until moment: Int64?) {
        guard let descriptor = timer?.rawValue else { return }
        var value = itimerspec()
        value.it_value.tv_sec = moment.map { max(1, Int($0)) } ?? Self.farAway
        _ = timerfd_settime(descriptor, 1 | Self.cancelOnSet, &value, nil)
    }

    /// `time` is not used: it is some milliseconds behind the clock that timers go by.
    private static var now: Int64 {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec)
    }
}
