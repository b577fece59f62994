/// How often a link wants to draw.
enum FrameCadence: Sendable, Hashable {
    /// At every so manieth refresh.
    case interval(Int)
    /// At a rate within these, in Hz.
    case range(ClosedRange<Double>)

    /// The intervals that there are, in refreshes.
    static let intervals = 1...100_000
    /// Modes' rates are a little off the ones they are known by: 59.94 Hz counts as 60.
    private static let tolerance = 0.002

    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument``.
    static func checked(interval: Int) throws(ScreenError) -> FrameCadence {
        guard intervals.contains(interval) else {
            throw ScreenError(
                .invalidArgument, operation: "use", object: "frame interval \(interval)",
                remedy: "it counts refreshes: 1 is every one, \(intervals.upperBound) the most")
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
            return Int(min(max(interval, 1), Double(Self.intervals.upperBound)))
        }
    }
}

/// When within a refresh a frame is drawn.
public struct FrameSchedule: Sendable, Hashable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Right after the flip of the frame before: most time to draw.
    public static let earliest = FrameSchedule(rawValue: "earliest")
    /// As late as the measured drawing time and a margin allow: what is shown is at its freshest.
    public static let latest = FrameSchedule(rawValue: "latest")
}
