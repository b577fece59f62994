/// How often a link draws.
enum FrameCadence: Sendable, Hashable {
    /// One frame every n-th refresh.
    case interval(Int)
    /// A frame rate within this range, in Hz.
    case range(ClosedRange<Double>)

    /// The allowed intervals, in refreshes.
    static let intervals = 1...100_000
    /// The relative difference up to which two rates count as equal. Modes differ a little from their nominal rates:
    /// 59.94 Hz counts as 60.
    private static let tolerance = 0.002

    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument``.
    static func checked(interval: Int) throws(ScreenError) -> FrameCadence {
        guard intervals.contains(interval) else {
            throw ScreenError(
                .invalidArgument, operation: "use", object: "frame interval \(interval)",
                remedy: "it must be a number of refreshes from 1 to \(intervals.upperBound)")
        }
        return .interval(interval)
    }

    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument``.
    static func checked(range: ClosedRange<Double>) throws(ScreenError) -> FrameCadence {
        guard range.lowerBound > 0, range.upperBound.isFinite else {
            throw ScreenError(
                .invalidArgument, operation: "use",
                object: "frame rate range \(range.lowerBound) to \(range.upperBound)",
                remedy: "rates must be above 0 Hz")
        }
        return .range(range)
    }

    /// The number of refreshes from one frame to the next: the smallest with which the rate does not exceed the range.
    func interval(at rate: RefreshRate) -> Int {
        switch self {
        case .interval(let interval): return interval
        case .range(let range):
            let highest = range.upperBound * (1 + Self.tolerance)
            let interval = (rate.hertz / highest).rounded(.up)
            return Int(min(max(interval, 1), Double(Self.intervals.upperBound)))
        }
    }
}

/// The moment within a refresh at which a frame is drawn.
public struct FrameSchedule: Sendable, Hashable, RawRepresentable {
    /// The value as text, which can be stored and compared.
    public let rawValue: String
    /// Makes a value from its text. Unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The time right after the flip of the previous frame, which leaves the most time to draw.
    public static let earliest = FrameSchedule(rawValue: "earliest")
    /// The latest time that the measured drawing time and a margin allow: the picture is as recent as possible.
    public static let latest = FrameSchedule(rawValue: "latest")
}
