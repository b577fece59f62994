import Screens
import ScreensLinux

/// The place of a strip that follows the clock of the machine: screens with the same period have the same place at the
/// same time, on all machines.
struct ClockScroll {
    /// How far the refresh may be from the clock's, in refreshes, before it is corrected. Up to half a refresh is the
    /// difference of their phases.
    private static let tolerance = 0.75

    /// The refresh since 1970, in whole periods.
    private var refresh: Int64?

    /// Moves on.
    ///
    /// - Parameters:
    ///   - time: the time of the frame since 1970.
    ///   - elapsed: the refreshes since the last call.
    ///   - period: the time from one refresh to the next.
    /// - Returns: the pixel of the strip at the edge, and the refreshes until the next step.
    mutating func advance(
        to time: Duration, elapsed: Int, period: Duration, _ steps: ScrollPosition.Steps, length: Int
    ) -> (offset: Int, rest: Int) {
        let exact = time / period
        var refresh = (self.refresh ?? 0) + Int64(elapsed)
        // The real period differs from the mode's by some millionths.
        if self.refresh == nil || (exact - Double(refresh)).magnitude > Self.tolerance {
            refresh = Int64(exact.rounded())
        }
        self.refresh = refresh
        let (step, part) = refresh.quotientAndRemainder(dividingBy: Int64(steps.refreshes))
        let offset = Int(step % Int64(length)) * (steps.pixels % length) % length
        return ((offset + length) % length, steps.refreshes - Int(part))
    }
}
