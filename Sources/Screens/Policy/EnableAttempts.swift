/// Why the mode of a connector could not be set, and when that is tried again. Pure.
///
/// While there is a failure it is left alone: dark, or with the picture from before. A failure ends when its retry is due,
/// when something about the display or the card changes, or when the display is disconnected: one that may pass always has
/// a retry.
struct EnableAttempts: Sendable, Hashable {
    /// The answer to a screen with flips that no longer complete.
    enum StallAnswer: Hashable {
        /// Read the state again, and set the mode in full.
        case modeset
        /// Leave it off until the retry.
        case powerCycle(RetryTimer.Start)

        /// The end of a warning for people, after the failure.
        var consequence: String {
            switch self {
            case .modeset: "; the mode is set again"
            case .powerCycle(let retry): " again; it stays off for \(retry.delay / 1_000_000_000) s"
            }
        }
    }

    /// How long a screen is left alone after a failure that may pass.
    static let retryDelay: Nanoseconds = 1_000_000_000

    private(set) var failure: DarkState?
    /// The failure that the last retry followed.
    private var retried: DarkState?
    private var recovery = StallRecovery()
    private var retry = RetryTimer()

    var isRetryPending: Bool { retry.isPending }

    /// Whether the last retry failed like the attempt before it.
    var isRepeated: Bool { failure != nil && failure == retried }

    /// A modeset failed.
    ///
    /// - Parameter mayPass: whether the same modeset may succeed later. A refused mode is refused again.
    mutating func failed(_ failure: DarkState, mayPass: Bool) -> RetryTimer.Start? {
        self.failure = failure
        return mayPass ? retry.start(after: Self.retryDelay) : nil
    }

    /// The flips of the screen stopped.
    mutating func stalled(_ failure: DarkState, at now: MonotonicTime) -> StallAnswer {
        switch recovery.answer(at: now) {
        case .modeset: return .modeset
        case .powerCycle(let pause):
            self.failure = failure
            return .powerCycle(retry.start(after: pause))
        }
    }

    /// A timer fired.
    ///
    /// - Returns: whether the connector is to be tried now; a later retry takes the place of an earlier one.
    mutating func retryIsDue(_ number: UInt64) -> Bool {
        guard retry.isDue(number) else { return false }
        retried = failure
        failure = nil
        return true
    }

    /// A modeset succeeded.
    mutating func enabled() {
        failure = nil
        retried = nil
        retry.cancel()
    }

    /// The display reports something else: that may be what the modeset lacked.
    mutating func displayChanged() {
        failure = nil
    }

    /// A CRTC or bandwidth became free, or settings are applied, which may name a mode that was refused. Stalled screens still wait
    /// for their retry.
    mutating func conditionsChanged() {
        if failure?.reason == .modesetFailed { failure = nil }
    }

    /// The display left, or the card was closed: the next display begins without failures.
    mutating func reset() {
        failure = nil
        retried = nil
        recovery = StallRecovery()
        retry.cancel()
    }
}

/// Decides how to recover a screen after its flips have stopped.
///
/// The first answer is a modeset. If the stall recurs, the screen stays off for a while, each time longer: with constant
/// retries a display would blink all night.
struct StallRecovery: Sendable, Hashable {
    enum Answer: Hashable {
        /// Read the card's state and set the mode in full.
        case modeset
        /// Turn the screen off for this time first.
        case powerCycle(Nanoseconds)
    }

    /// After this time without a stall, the next one counts as a first one.
    static let calm: Nanoseconds = 60_000_000_000
    /// Long enough for a display to notice that it was off.
    static let shortestPause: Nanoseconds = 1_000_000_000
    static let longestPause: Nanoseconds = 64_000_000_000

    private var stallsInARow = 0
    private var readyAt: MonotonicTime?

    /// The answer to a stall.
    mutating func answer(at now: MonotonicTime) -> Answer {
        if readyAt.map({ now - $0 > Self.calm }) ?? true { stallsInARow = 0 }
        stallsInARow += 1
        readyAt = now
        guard stallsInARow > 1 else { return .modeset }
        let pause = min(Self.shortestPause << Int64(min(stallsInARow - 2, 6)), Self.longestPause)
        readyAt = now + pause
        return .powerCycle(pause)
    }
}
