/// Decides what follows when the mode of a connector could not be set, and when that is tried again. Pure.
///
/// While there is a failure, the connector is left alone: dark, or with the picture from before. A failure ends when
/// its retry is due, when something about the display or the card changes, or when the display is disconnected. A
/// failure that may pass always has a retry.
struct EnableAttempts: Sendable, Hashable {
    /// The answer to a screen whose flips no longer complete.
    enum StallAnswer: Hashable {
        /// Read the state again, and do a full modeset.
        case modeset
        /// Leave the screen off until the retry.
        case powerCycle(RetryTimer.Start)

        /// The end of the warning for people, after the failure.
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

    /// Records that a modeset failed.
    ///
    /// - Parameter mayPass: whether the same modeset may succeed later. A refused mode is refused again.
    mutating func failed(_ failure: DarkState, mayPass: Bool) -> RetryTimer.Start? {
        self.failure = failure
        return mayPass ? retry.start(after: Self.retryDelay) : nil
    }

    /// Records that the flips of the screen stopped.
    mutating func stalled(_ failure: DarkState, at now: MonotonicTime) -> StallAnswer {
        switch recovery.answer(at: now) {
        case .modeset: return .modeset
        case .powerCycle(let pause):
            self.failure = failure
            return .powerCycle(retry.start(after: pause))
        }
    }

    /// Handles the timer of a retry.
    ///
    /// - Returns: whether the connector is to be tried now; a later retry replaces an earlier one.
    mutating func retryIsDue(_ number: UInt64) -> Bool {
        guard retry.isDue(number) else { return false }
        retried = failure
        failure = nil
        return true
    }

    /// Records that a modeset succeeded.
    mutating func enabled() {
        failure = nil
        retried = nil
        retry.cancel()
    }

    /// Records that the display reports something else, which may be what the modeset lacked.
    mutating func displayChanged() {
        failure = nil
    }

    /// Records that a CRTC or bandwidth became free, or that settings are applied, which may name a mode that was
    /// refused. Stalled screens still wait for their retry.
    mutating func conditionsChanged() {
        if failure?.reason == .modesetFailed { failure = nil }
    }

    /// Forgets the failures: the display left, or the card was closed.
    mutating func reset() {
        failure = nil
        retried = nil
        recovery = StallRecovery()
        retry.cancel()
    }
}

/// Decides how to recover a screen after its flips have stopped.
///
/// The first answer is a modeset. If the stall recurs, the screen stays off for a while, each time longer: with
/// constant retries a display would blink all night.
struct StallRecovery: Sendable, Hashable {
    enum Answer: Hashable {
        /// Read the card's state and do a full modeset.
        case modeset
        /// Turn the screen off for this time first.
        case powerCycle(Nanoseconds)
    }

    /// How long there must be no stall before the next one counts as a first one.
    static let calm: Nanoseconds = 60_000_000_000
    /// The shortest time off that a display notices.
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
