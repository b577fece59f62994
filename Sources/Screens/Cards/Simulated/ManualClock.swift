import ScreensLinux

/// A clock that a test advances: the time of frames and timeouts on simulated cards (<doc:TestingYourDelegate>).
///
/// It stands still until it is advanced. Then everything that waits for a time is woken in order: the refreshes of
/// ``SimulatedCard``s, the threads that draw, and the timers of retries and expiry. Between two of them, all threads
/// finish their work. Code that runs takes no time. It may be used from any thread.
public final class ManualClock: Sendable {
    let stepped: SteppedClock

    /// Makes a clock that stands at the present time.
    public convenience init() {
        self.init(at: .now)
    }

    /// Makes a clock that stands at a time.
    ///
    /// - Parameter time: the time of `CLOCK_MONOTONIC` that it shows.
    public init(at time: MonotonicTime) {
        stepped = SteppedClock(at: time)
    }

    /// The time that it shows.
    public var now: MonotonicTime { stepped.now }

    /// Advances the clock by a duration, and stops on the way at each time that something waits for.
    ///
    /// Returns when everything that was due is done, including the calls of delegates. A call from a delegate or a
    /// display link ends the process with a message, since neither would return.
    ///
    /// - Parameter duration: the distance; a negative duration counts as zero.
    public func advance(by duration: Duration) {
        requireOtherThread()
        stepped.advance(by: duration)
    }

    /// Advances the clock to the next refresh of a screen, which comes at the exact rate of its mode, and to further
    /// refreshes.
    ///
    /// It returns as ``advance(by:)`` does, and must not be called from a delegate either.
    ///
    /// - Parameter count: the number of refreshes; refreshes of several screens at the same time count as one.
    /// - Returns: false if no screen has another refresh: a dark screen has none.
    @discardableResult
    public func advance(refreshes count: Int = 1) -> Bool {
        requireOtherThread()
        return stepped.advance(refreshes: count)
    }

    /// Waits until everything that is due now is done, as after a hotplug, including the calls of delegates. The time
    /// stays.
    ///
    /// Like ``advance(by:)`` it must not be called from a delegate.
    public func settle() {
        advance(by: .zero)
    }

    /// Ends the process with a message if a delegate calls. A precondition would have no message in a release build.
    private func requireOtherThread() {
        guard stepped.isOnWaitingThread else { return }
        fatalError(
            "ManualClock.advance was called from a delegate or a display link, whose end it would wait for: "
                + "call it on the thread of the test")
    }
}
