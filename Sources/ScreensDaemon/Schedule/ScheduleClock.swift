import ScreensLinux

/// The wall clock for schedules: the moment at which they are evaluated, and a timer for the next one at which a schedule
/// changes.
@MainLoop
final class ScheduleClock {
    private static let smallestStep: Int64 = 2

    private var timer: Watched<WallTimer>?
    /// In seconds since 1970-01-01 00:00:00 UTC. All schedules are evaluated at this moment: between two
    /// readings of the clock a change would be lost. Nil while the machine does not know the time.
    private(set) var moment: Int64?
    private let isTrusted: () -> Bool
    private let lead = WallClock.lead
    /// Whether the time is known, which it then stays.
    private var isKnown = false

    /// - Parameter isTrusted: whether the clock needs not be set first.
    init(isTrusted: @escaping () -> Bool = { WallClock.isTrusted() }) {
        self.isTrusted = isTrusted
        takeTime()
    }

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
        // Some seconds are more than a correction that the kernel spreads out.
        isKnown = isKnown || isTrusted() || abs(WallClock.lead - lead) > Self.smallestStep
        moment = isKnown ? WallClock.seconds : nil
    }

    /// Whether the clock was set back after the last reading, which the timer did not notice.
    var wasSetBack: Bool { moment.map { WallClock.seconds < $0 } ?? false }

    /// Waits until a moment, in seconds since 1970-01-01 00:00:00 UTC, or only until the clock is set. While the time is not known, it
    /// is tried again each minute: a clock that was right by chance is not set.
    func wait(until moment: Int64?) {
        timer?.source.set(to: self.moment == nil ? WallClock.seconds + 60 : moment)
    }
}
