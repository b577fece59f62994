/// Estimates how long before its refresh a frame must be begun, from the time that earlier frames took.
///
/// The estimate rises at once and falls slowly: one long frame is a warning, one short frame is not a trend.
struct DrawingEstimate: Sendable, Hashable {
    /// The time that a driver needs between the commit and the refresh.
    static let driverTime: Nanoseconds = 1_000_000
    /// The increase of the margin after a frame that was late although it was drawn in time.
    static let widening: Nanoseconds = 500_000
    /// The decrease of that increase per frame. The time that a driver needs does not change, so the decrease is slow:
    /// at 60 Hz, a smaller margin is tried after a quarter of an hour.
    private static let narrowing: Nanoseconds = 10
    /// Each shorter frame reduces the estimate by the difference divided by this.
    private static let decay: Int64 = 32

    private let period: Nanoseconds
    private let limit: Nanoseconds
    /// The time that drawing and copying take.
    private(set) var drawing: Nanoseconds = 0
    /// The delay of the thread's wake-up.
    private var waking: Nanoseconds = 0
    private var widened: Nanoseconds = 0

    /// - Parameter limit: the longest useful estimate.
    init(period: Nanoseconds, limit: Nanoseconds) {
        self.period = period
        self.limit = limit
    }

    /// The time that is reserved in addition to the drawing, at most half a refresh.
    var margin: Nanoseconds { min(Self.driverTime + waking + widened, period / 2) }

    /// The time from the start of the drawing to the refresh.
    var total: Nanoseconds { min(drawing + margin, limit) }

    mutating func drew(for time: Nanoseconds) {
        // Longer times are cut, or the estimate would take long to recover from a standstill.
        drawing = Self.follow(drawing, min(time, limit))
        widened = max(widened - Self.narrowing, 0)
    }

    mutating func woke(late time: Nanoseconds) {
        waking = Self.follow(waking, time)
    }

    /// Records that the frame was drawn in time, as far as could be seen, and was shown late.
    mutating func missed() {
        widened = min(widened + Self.widening, period / 4)
    }

    private static func follow(_ estimate: Nanoseconds, _ time: Nanoseconds) -> Nanoseconds {
        let time = max(time, 0)
        return time >= estimate ? time : estimate - (estimate - time + decay - 1) / decay
    }
}
