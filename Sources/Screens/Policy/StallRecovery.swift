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
