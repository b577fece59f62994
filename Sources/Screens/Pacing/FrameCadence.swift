/// How often a link wants to draw.
enum FrameCadence: Sendable, Hashable {
    /// At every so manieth refresh.
    case interval(Int)
    /// At a rate within these, in Hz.
    case range(ClosedRange<Double>)

    /// Modes' rates are a little off the ones they are known by: 59.94 Hz counts as 60.
    private static let tolerance = 0.002

    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument``.
    static func checked(interval: Int) throws(ScreenError) -> FrameCadence {
        guard VideoKit.Settings.frameIntervals.contains(interval) else {
            throw ScreenError(
                .invalidArgument, operation: "use", object: "frame interval \(interval)",
                remedy: "it counts refreshes: 1 is every one, \(VideoKit.Settings.frameIntervals.upperBound) the most")
        }
        return .interval(interval)
    }

    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument``.
    static func checked(range: ClosedRange<Double>) throws(ScreenError) -> FrameCadence {
        guard range.lowerBound > 0, range.upperBound.isFinite else {
            throw ScreenError(
                .invalidArgument, operation: "use",
                object: "frame rate range \(range.lowerBound) to \(range.upperBound)",
                remedy: "rates are in Hz, above 0")
        }
        return .range(range)
    }

    /// Refreshes from one frame to the next: the fewest that are not faster than what is wanted.
    func interval(at rate: RefreshRate) -> Int {
        switch self {
        case .interval(let interval): return interval
        case .range(let range):
            let most = range.upperBound * (1 + Self.tolerance)
            let interval = (rate.hertz / most).rounded(.up)
            return Int(min(max(interval, 1), Double(VideoKit.Settings.frameIntervals.upperBound)))
        }
    }
}
