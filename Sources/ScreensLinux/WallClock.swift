import CScreensLinux
import Glibc

/// The clock of the machine, CLOCK_REALTIME.
package enum WallClock {
    /// The seconds since 1970-01-01 00:00:00 UTC. `time` is not used, because it is some milliseconds behind the clock
    /// of timers.
    package static var seconds: Int64 { seconds(of: CLOCK_REALTIME) }

    /// The seconds by which it is ahead of CLOCK_MONOTONIC: the number changes if the clock is set.
    package static var lead: Int64 { seconds - seconds(of: CLOCK_MONOTONIC) }

    /// How much earlier than the newest state a chip's time may be: the chip may have the local time, and the clock may
    /// have been set by hand.
    private static let chipTolerance: Int64 = 86_400

    /// Whether the time comes from a clock that runs without power, or from the network. Other boards start with the
    /// time of their last shutdown, or of their image.
    ///
    /// - Parameters:
    ///   - newest: the latest time that is known to have passed, in seconds since 1970. A chip with an earlier time has
    ///     no battery.
    ///   - clocks: the folder of the clocks that run without power.
    ///   - synchronized: the file that systemd-timesyncd makes after it has set the clock.
    ///   - isSynchronized: whether the kernel has the clock as synchronized, by any program. The corresponding C
    ///     function is `adjtimex`, which a service may call only if its unit permits it.
    package static func isTrusted(
        after newest: Int64, clocks: String = "/sys/class/rtc",
        synchronized: String = "/run/systemd/timesync/synchronized",
        isSynchronized: () -> Bool = { ClockKeeping(error: clinux_clock_error())?.isSynchronized ?? false }
    ) -> Bool {
        // Without the folder, the kernel has no drivers of such clocks; machines that run such kernels need none.
        if !SystemFile.exists(clocks) || SystemFile.exists(synchronized) || isSynchronized() { return true }
        return SystemFile.names(in: clocks).contains { chip in
            let path = "\(clocks)/\(chip)/since_epoch"
            // Some kernels do not show the time (`CONFIG_RTC_INTF_SYSFS`). A driver refuses to read it if it knows that
            // the power has failed.
            guard SystemFile.exists(path) else { return true }
            return SystemFile.line(path).flatMap { Int64($0) }.map { $0 > newest - chipTolerance } ?? false
        }
    }

    /// How the clock is kept now; nil if that cannot be known.
    ///
    /// - Parameters:
    ///   - synchronized: the file that systemd-timesyncd makes after it has set the clock.
    ///   - error: the largest error that the kernel reckons with, in microseconds; negative if it does not say, as to
    ///     a service whose unit does not permit the call.
    package static func keeping(
        synchronized: String = "/run/systemd/timesync/synchronized", error: Int64 = clinux_clock_error()
    ) -> ClockKeeping? {
        ClockKeeping(error: error)
            ?? (SystemFile.exists(synchronized) ? ClockKeeping(isSynchronized: true, largestError: nil) : nil)
    }

    /// Returns the time since 1970 at a moment of CLOCK_MONOTONIC, if the clock is not set before.
    package static func time(of moment: MonotonicTime) -> Duration { .nanoseconds(moment.nanoseconds) + exactLead }

    /// Returns the moment of CLOCK_MONOTONIC at which the clock shows a time.
    package static func monotonic(of time: Duration) -> MonotonicTime {
        MonotonicTime(nanoseconds: (time - exactLead).wholeNanoseconds)
    }

    /// The lead over CLOCK_MONOTONIC, from the closest of several readings: between two calls the thread may lose its
    /// processor.
    private static var exactLead: Duration {
        var (closest, lead) = (Int64.max, Int64(0))
        for _ in 0..<8 where closest > 1_000 {
            let before = MonotonicTime.now.nanoseconds
            var time = timespec()
            clock_gettime(CLOCK_REALTIME, &time)
            let after = MonotonicTime.now.nanoseconds
            guard after - before < closest else { continue }
            closest = after - before
            lead = Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec) - before - closest / 2
        }
        return .nanoseconds(lead)
    }

    private static func seconds(of clock: clockid_t) -> Int64 {
        var now = timespec()
        clock_gettime(clock, &now)
        return Int64(now.tv_sec)
    }
}

/// How the clock of the machine is kept.
package struct ClockKeeping: Sendable, Hashable {
    /// Whether a program keeps it, such as chrony, ptp4l or systemd-timesyncd.
    package let isSynchronized: Bool
    /// The largest error that the kernel reckons with; nil if it does not say.
    package let largestError: Duration?

    /// The error of a clock that no program keeps, in microseconds.
    private static let unknownError: Int64 = 16_000_000

    init(isSynchronized: Bool, largestError: Duration?) {
        self.isSynchronized = isSynchronized
        self.largestError = largestError
    }

    /// - Parameter error: the kernel's error in microseconds; negative if it does not say.
    init?(error: Int64) {
        guard error >= 0 else { return nil }
        let isKept = error < Self.unknownError
        self.init(isSynchronized: isKept, largestError: isKept ? .microseconds(error) : nil)
    }
}
