import CScreensLinux
import Glibc

/// A descriptor that becomes readable at a moment: a timerfd of CLOCK_MONOTONIC.
package struct MonotonicTimer: ~Copyable, DescriptorOwner {
    private let file: TimerFile

    /// The corresponding C function is `timerfd_create`.
    package init() throws(SystemError) {
        file = try TimerFile(CLOCK_MONOTONIC, for: "a timer")
    }

    /// The descriptor that becomes readable at the set moment.
    package var descriptor: Int32 { file.descriptor }

    /// Sets the timer to one moment. The corresponding C function is `timerfd_settime`.
    package func set(to time: MonotonicTime) {
        file.set(to: timespec(time), flags: Int32(TFD_TIMER_ABSTIME))
    }

    /// Makes the descriptor unreadable until the next moment.
    package func acknowledge() { file.acknowledge() }

    /// Opens a descriptor without an owner, to be kept in an atomic; -1 if the process may have no more.
    package static func open() -> Int32 { timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK)) }

    /// Sets such a descriptor to one moment, until which it is not readable. It may be called in the frame path.
    package static func set(_ descriptor: Int32, to time: MonotonicTime) {
        TimerFile.set(descriptor, to: timespec(time), flags: Int32(TFD_TIMER_ABSTIME))
    }
}

/// A descriptor that becomes readable at a time of day, and if the clock is set: a timerfd of CLOCK_REALTIME.
package struct WallTimer: ~Copyable, DescriptorOwner {
    /// `TFD_TIMER_CANCEL_ON_SET`, which Glibc's module leaves out.
    private static let cancelOnSet: Int32 = 2
    /// A time later than any awaited moment.
    private static let farAway = time_t(1) << 40

    private let file: TimerFile

    /// The corresponding C function is `timerfd_create`.
    package init() throws(SystemError) {
        file = try TimerFile(CLOCK_REALTIME, for: "the wall clock")
    }

    /// The descriptor that becomes readable at the set moment, or if the clock was set.
    package var descriptor: Int32 { file.descriptor }

    /// Sets the timer to a moment in seconds since 1970-01-01 00:00:00 UTC; nil only reports that the clock is set.
    package func set(to seconds: Int64?) {
        let time = timespec(tv_sec: seconds.map { max(1, Int($0)) } ?? Self.farAway, tv_nsec: 0)
        file.set(to: time, flags: Int32(TFD_TIMER_ABSTIME) | Self.cancelOnSet)
    }

    /// Makes the descriptor unreadable until the timer is set again.
    package func acknowledge() { file.acknowledge() }
}

/// A timerfd.
private struct TimerFile: ~Copyable, Sendable {
    private let file: OwnedDescriptor

    init(_ clock: clockid_t, for object: String) throws(SystemError) {
        let descriptor = timerfd_create(clock, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError(call: "timerfd_create", object: object, errno: errno) }
        file = OwnedDescriptor(adopting: descriptor)
    }

    var descriptor: Int32 { file.rawValue }

    borrowing func set(to time: timespec, flags: Int32) {
        Self.set(file.rawValue, to: time, flags: flags)
    }

    static func set(_ descriptor: Int32, to time: timespec, flags: Int32) {
        var setting = itimerspec()
        setting.it_value = time
        timerfd_settime(descriptor, flags, &setting, nil)
    }

    /// Reads the timer, which fails with `ECANCELED` if the clock was set, and then makes the timer silent too.
    borrowing func acknowledge() {
        var expirations: UInt64 = 0
        _ = read(file.rawValue, &expirations, 8)
    }
}
