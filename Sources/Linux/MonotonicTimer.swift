import CLinux
import Glibc

/// A descriptor that becomes readable at a moment: a timerfd of CLOCK_MONOTONIC.
package struct MonotonicTimer: ~Copyable, Sendable {
    private let file: OwnedDescriptor

    /// The corresponding C function is `timerfd_create`.
    package init() throws(SystemError) {
        let descriptor = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError(call: "timerfd_create", object: "a timer", errno: errno) }
        file = OwnedDescriptor(adopting: descriptor)
    }

    /// Becomes readable when the moment has come.
    package var descriptor: Int32 { file.rawValue }

    /// Sets it to one moment. The corresponding C function is `timerfd_settime`.
    package func set(to time: MonotonicTime) {
        var setting = itimerspec()
        setting.it_value = timespec(time)
        timerfd_settime(file.rawValue, Int32(TFD_TIMER_ABSTIME), &setting, nil)
    }

    /// Makes it unreadable until the next moment.
    package func acknowledge() {
        var expirations: UInt64 = 0
        _ = read(file.rawValue, &expirations, 8)
    }
}
