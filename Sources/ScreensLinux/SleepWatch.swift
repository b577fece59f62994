import Glibc
import Synchronization

/// Reports that the machine has slept.
///
/// The kernel cancels a timer of the wall clock when the machine wakes, as it does if the clock is set. Only sleep adds
/// to the distance between CLOCK_BOOTTIME and CLOCK_MONOTONIC. Nothing wakes the process in the meantime.
package final class SleepWatch: Sendable {
    /// The shortest sleep that counts: two clocks are not read at the same moment.
    private static let shortest = Duration.milliseconds(10)

    private let timer: WallTimer
    private let slept: Mutex<Duration>

    /// - Throws: ``SystemError`` if the process may have no more descriptors.
    package init() throws(SystemError) {
        timer = try WallTimer()
        slept = Mutex(Self.slept)
        timer.set(to: nil)
    }

    /// The descriptor that becomes readable after sleep, and if the clock was set.
    package var descriptor: Int32 { timer.descriptor }

    /// Whether the machine has slept since the last call.
    package func take() -> Bool {
        timer.acknowledge()
        timer.set(to: nil)
        return slept.withLock { before in
            let now = Self.slept
            defer { before = now }
            return now - before >= Self.shortest
        }
    }

    /// How long the machine has slept since it was started.
    private static var slept: Duration { time(of: CLOCK_BOOTTIME) - time(of: CLOCK_MONOTONIC) }

    private static func time(of clock: clockid_t) -> Duration {
        var now = timespec()
        clock_gettime(clock, &now)
        return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
    }
}
