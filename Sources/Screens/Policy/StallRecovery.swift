/// Decides how to recover a screen whose flips no longer complete.
///
/// The first answer is a modeset. If the stall recurs, the screen stays off for a while, each time longer: with constant
/// retries a display would blink all night.
struct StallRecovery: Sendable, Hashable {
    enum Answer: Hashable {
        /// Read the card's state and set the mode in full.
        case modeset
        /// Leave it off for so many nanoseconds first.
        case powerCycle(Int64)
    }

    /// After so many nanoseconds without a stall, the next one is a first one.
    static let calm: Int64 = 60_000_000_000
    /// Long enough for a display to notice that it was off.
    static let shortestPause: Int64 = 1_000_000_000
    static let longestPause: Int64 = 64_000_000_000

    private var stallsInARow = 0
    private var readyAt = Int64.min

    /// Takes in a stall, at `now` in nanoseconds.
    mutating func answer(at now: Int64) -> Answer {
        if readyAt == .min || now - readyAt > Self.calm { stallsInARow = 0 }
        stallsInARow += 1
        readyAt = now
        guard stallsInARow > 1 else { return .modeset }
        let pause = min(Self.shortestPause << Int64(min(stallsInARow - 2, 6)), Self.longestPause)
        readyAt += pause
        return .powerCycle(pause)
    }
}
