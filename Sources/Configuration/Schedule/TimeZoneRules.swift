/// How far the clocks of a place are ahead of UTC, and when that changes.
///
/// The C library knows one time zone a process, and changing it is not safe with threads; so the daemon and its tests read
/// the system's files themselves (RFC 9636).
package struct TimeZoneRules: Sendable, Hashable {
    /// From a moment on, clocks are so many seconds ahead of UTC.
    struct Transition: Sendable, Hashable {
        let moment: Int64
        let offset: Int64
    }

    /// A time without a change.
    struct Stretch: Sendable, Hashable {
        /// The first moment of it.
        let start: Int64
        /// The first moment after it.
        let end: Int64
        /// Seconds ahead of UTC.
        let offset: Int64
    }

    /// Before the first transition.
    let firstOffset: Int64
    /// Ascending.
    let transitions: [Transition]
    /// After the last transition, where there is one.
    let rule: ZoneRule?

    init(firstOffset: Int64, transitions: [Transition] = [], rule: ZoneRule? = nil) {
        self.firstOffset = firstOffset
        self.transitions = transitions
        self.rule = rule
    }

    /// Clocks that show UTC.
    package static let utc = TimeZoneRules(firstOffset: 0)

    /// Farther from UTC than this no clock is; files that say so are refused.
    static let farthest: Int64 = 26 * 3600

    /// What a clock shows.
    ///
    /// - Parameter moment: seconds since 1970-01-01 00:00:00 UTC.
    package func wallTime(at moment: Int64) -> WallTime {
        let moment = Self.clamped(moment)
        let offset = stretches(from: moment, to: moment + 1).first?.offset ?? firstOffset
        return WallTime(seconds: moment + offset)
    }

    /// The latest time that a clock has shown up to a moment: while an hour comes a second time, the end of the first.
    func latestWallTime(at moment: Int64) -> WallTime {
        let moment = Self.clamped(moment)
        // A clock that is put back shows nothing new for as long as it was put back.
        let stretches = stretches(from: moment - 3 * Self.farthest, to: moment + 1)
        return WallTime(seconds: stretches.map { $0.end - 1 + $0.offset }.max() ?? moment + firstOffset)
    }

    /// The first moment at which a clock shows this time or a later one.
    func moment(reaching time: WallTime) -> Int64 {
        let seconds = Self.clamped(time.seconds)
        let from = seconds - 2 * Self.farthest
        for stretch in stretches(from: from, to: seconds + 2 * Self.farthest) {
            let moment = max(stretch.start, seconds - stretch.offset)
            if moment < stretch.end { return moment }
        }
        return seconds - firstOffset
    }

    /// What lies between two moments, in order and without a gap.
    private func stretches(from start: Int64, to end: Int64) -> [Stretch] {
        var offset = firstOffset
        var changes: [Transition] = []
        let next = firstTransition(after: start)
        if next > 0 { offset = transitions[next - 1].offset }
        changes += transitions[next...].prefix { $0.moment < end }
        if let rule, transitions.last.map({ $0.moment < end }) ?? true {
            let last = transitions.last?.moment ?? .min
            let years = (WallTime(seconds: start).year - 1)...(WallTime(seconds: end).year + 1)
            for change in years.flatMap(rule.transitions) where change.moment > last {
                if change.moment <= start { offset = change.offset }
                if change.moment > start, change.moment < end { changes.append(change) }
            }
        }
        changes.sort { $0.moment < $1.moment }
        var result: [Stretch] = []
        var begin = start
        for change in changes {
            if change.moment > begin { result.append(Stretch(start: begin, end: change.moment, offset: offset)) }
            begin = change.moment
            offset = change.offset
        }
        result.append(Stretch(start: begin, end: end, offset: offset))
        return result
    }

    private func firstTransition(after moment: Int64) -> Int {
        var (low, high) = (0, transitions.count)
        while low < high {
            let middle = (low + high) / 2
            if transitions[middle].moment > moment { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// Some ten thousand years around now, in which nothing overflows.
    private static func clamped(_ seconds: Int64) -> Int64 { min(max(seconds, -(1 << 38)), 1 << 38) }
}
