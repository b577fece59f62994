/// How long before its refresh a frame has to be begun, from what the frames before have taken.
///
/// It rises at once and falls slowly: one long frame is a warning, one short frame is none.
struct DrawingEstimate: Sendable, Hashable {
    /// What a driver needs between the commit and the refresh.
    static let driverTime: Int64 = 1_000_000
    /// By how much a frame that was late all the same widens the margin.
    static let widening: Int64 = 500_000
    /// What each frame takes back of that. How long before a refresh a driver wants its frame does not change: at 60 Hz
    /// it is tried a quarter of an hour later whether it can do with less.
    private static let narrowing: Int64 = 10
    /// Each frame takes one of so many parts of the difference back.
    private static let decay: Int64 = 32

    private let period: Int64
    private let limit: Int64
    /// The time that drawing and copying take.
    private(set) var drawing: Int64 = 0
    /// The time that the thread takes to wake up.
    private var waking: Int64 = 0
    private var widened: Int64 = 0

    /// - Parameter limit: the longest that is of use.
    init(period: Int64, limit: Int64) {
        self.period = period
        self.limit = limit
    }

    /// What is left beyond the drawing; at most half a refresh.
    var margin: Int64 { min(Self.driverTime + waking + widened, period / 2) }

    /// From the beginning of the drawing to the refresh.
    var total: Int64 { min(drawing + margin, limit) }

    mutating func drew(for time: Int64) {
        // What takes longer than is of use teaches no more than that: after a standstill it would be remembered for long.
        drawing = Self.follow(drawing, min(time, limit))
        widened = max(widened - Self.narrowing, 0)
    }

    mutating func woke(late time: Int64) {
        waking = Self.follow(waking, time)
    }

    /// The frame was drawn in time, as far as anybody could tell, and was late.
    mutating func missed() {
        widened = min(widened + Self.widening, period / 4)
    }

    private static func follow(_ estimate: Int64, _ time: Int64) -> Int64 {
        let time = max(time, 0)
        return time >= estimate ? time : estimate - (estimate - time + decay - 1) / decay
    }
}
