import Glibc

/// Two ways to do the same, timed in turns.
public struct Contest {
    /// What came of it.
    public struct Result {
        /// How much a second, each at its fastest.
        public var ours = 0.0
        public var theirs = 0.0
        /// Our speed as a part of theirs: the median of all rounds, since memory is shared with whatever else the machine
        /// does, and that changes from one moment to the next.
        public var ratio = 0.0
    }

    /// What one timing is to take at least, in nanoseconds, or the clock is what is measured.
    private static let least: Int64 = 400_000

    private let amount: Int
    private let rounds: Int

    /// - Parameter amount: what is done each time, in any unit.
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
            // Who comes second finds the caches as the first has left them: each is that as often.
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
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
