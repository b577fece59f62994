/// Decides for which refresh of the screen each frame of a film is. Pure: frames and the replies of the daemon in,
/// refreshes out.
///
/// Its times are the time stamps of the container, on one scale over all rounds of a film that loops; no clock of the
/// decoder counts.
public struct FilmTimeline: Sendable {
    /// A rate of refreshes, in hertz.
    public struct Rate: Sendable, Hashable {
        public let numerator: Int64
        public let denominator: Int64

        /// Makes a rate; nil if the fraction is not a possible rate.
        public init?(_ numerator: Int64, _ denominator: Int64) {
            guard denominator > 0, numerator > 0, numerator / 10_000 <= denominator else { return nil }
            self.numerator = numerator
            self.denominator = denominator
        }

        /// The number of refreshes that have begun after a time. A refresh up to a millisecond later counts too, since
        /// containers round their time stamps to milliseconds.
        func refresh(at nanoseconds: Int64) -> Int64 {
            let exact = (Double(nanoseconds) / 1e9 + 0.001) * (Double(numerator) / Double(denominator))
            return Int64(exact.rounded(.down))
        }
    }

    /// A screen that shows nothing for longer than this has paused the film.
    static let longestDelay: Int64 = 1_000_000_000

    /// The latest time, 20 years: no sum of two overflows.
    private static let latest: Int64 = 7300 * 86_400 * 1_000_000_000

    private var rate: Rate
    /// The refresh of the time 0.
    private var base: Int64 = 0
    /// The time of the beginning of the round, and of its first frame within it.
    private var roundStart: Int64 = 0
    private var first: Int64?
    private var round = 0
    /// The largest end of a frame of the round.
    private var roundEnd: Int64 = 0
    /// The last frame, with its time on the whole scale, and its refresh.
    private var last: (frame: VideoFrame, time: Int64, refresh: Int64)?

    public init(rate: Rate) {
        self.rate = rate
    }

    /// Takes the next frame.
    ///
    /// - Returns: the refresh that it is for.
    public mutating func take(_ frame: VideoFrame) -> Int64 {
        if frame.round != round, let first {
            roundStart = min(roundStart + max(roundEnd - first, 0), Self.latest)
            round = frame.round
            self.first = nil
        }
        let start = first ?? frame.time
        if first == nil { (first, roundEnd) = (start, start) }
        roundEnd = max(roundEnd, frame.end, frame.time)
        // Time stamps that go back show their frames one after the other.
        let time = max(min(roundStart + max(frame.time - start, 0), Self.latest), last?.time ?? 0)
        let refresh = base + rate.refresh(at: time)
        last = (frame, time, refresh)
        return refresh
    }

    /// The time that the film has been played for, in nanoseconds, without pauses.
    public var elapsed: Int64 { last?.time ?? 0 }

    /// Takes the refresh that a frame was shown for, or could have been shown for first.
    ///
    /// - Returns: whether the film goes on later from now on, because the screen has paused it.
    public mutating func shown(at refresh: Int64, wanted: Int64) -> Bool {
        let late = refresh - wanted
        guard late > rate.refresh(at: Self.longestDelay) else { return false }
        base += late
        return true
    }

    /// Goes on at another rate of refreshes.
    public mutating func use(_ rate: Rate) {
        if let last { base = last.refresh - rate.refresh(at: last.time) }
        self.rate = rate
    }

    /// Goes on with the frames of another decoder, which begins behind the last frame.
    public mutating func decoderBegins() {
        guard let last else { return }
        roundStart = last.time
        (first, round, roundEnd) = (last.frame.time, 0, last.frame.end)
    }
}
