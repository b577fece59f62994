import Glibc

/// A comparison of the processor time of two functions that do the same, in turns.
public struct Contest {
    /// The result of a comparison.
    public struct Result {
        /// The highest amounts per second.
        public var ours = 0.0
        public var theirs = 0.0
        /// The ratio of our speed to theirs: the median of all rounds, because other programs use the memory too, and
        /// their use varies.
        public var ratio = 0.0
    }

    /// The minimum time of one measurement in nanoseconds, so that reading the clock does not count.
    private static let least: Int64 = 400_000

    private let amount: Int
    private let rounds: Int

    /// - Parameter amount: the work of one call, in any unit.
    public init(amount: Int, rounds: Int = 201) {
        self.amount = amount
        self.rounds = rounds
    }

    public func run(_ ours: () -> Void, against theirs: () -> Void) -> Result {
        let once = max(min(time(1, ours), time(1, theirs)), 1)
        let times = Int(Self.least / once) + 1
        let total = Double(amount * times) * 1e9
        var result = Result()
        var ratios: [Double] = []
        for round in 0..<rounds {
            // The second function finds the caches of the first: both come second equally often.
            let first = round % 2 == 0 ? time(times, ours) : time(times, theirs)
            let second = round % 2 == 0 ? time(times, theirs) : time(times, ours)
            let (own, other) = round % 2 == 0 ? (first, second) : (second, first)
            result.ours = max(result.ours, total / Double(own))
            result.theirs = max(result.theirs, total / Double(other))
            ratios.append(Double(other) / Double(own))
        }
        result.ratio = ratios.sorted()[ratios.count / 2]
        return result
    }

    private func time(_ times: Int, _ body: () -> Void) -> Int64 {
        let begun = now
        for _ in 0..<times { body() }
        return max(now - begun, 1)
    }

    private var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
