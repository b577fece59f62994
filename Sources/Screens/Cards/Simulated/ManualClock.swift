import ScreensLinux

/// A clock that a test advances: the time of frames and timeouts on simulated cards (<doc:TestingYourDelegate>).
///
/// It stands still until it is advanced. Then everything that waits for a time of it is woken in order: the refreshes of
/// ``SimulatedCard``s, the threads that draw, and the timers of retries and expiry. Between two of them, all threads finish what
/// they have to do. Code that runs takes no time. It may be used from any thread.
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

    /// Moves it forward by a duration, and stops on the way at each time that something waits for.
    ///
    /// Returns when everything that was due is done, the calls of delegates included. A call from a delegate or a display link ends
    /// the process with a message, since neither would return.
    ///
    /// - Parameter duration: how far; negative ones count as none.
    public func advance(by duration: Duration) {
        requireOtherThread()
        stepped.advance(by: duration)
    }

    /// Moves it forward to the next refresh of a screen, which is at the exact rate of its mode, and to others after that.
    ///
    /// It returns as ``advance(by:)`` does, and is not to be called from a delegate either.
    ///
    /// - Parameter count: the number of refreshes; those of several screens at one time count as one.
    /// - Returns: false when no screen has another refresh: a dark screen has none.
    @discardableResult
    public func advance(refreshes count: Int = 1) -> Bool {
        requireOtherThread()
        return stepped.advance(refreshes: count)
    }

    /// Returns when everything that is due now is done, as after a hotplug, with the calls of delegates. The time stays.
    ///
    /// As ``advance(by:)`` it is not to be called from a delegate.
    public func settle() {
        advance(by: .zero)
    }

    /// Not a precondition, whose message a release build leaves out.
    private func requireOtherThread() {
        guard stepped.isOnWaitingThread else { return }
        fatalError(
            "ManualClock.advance was called from a delegate or a display link, whose end it would wait for: "
                + "call it on the thread of the test")
    }
}
