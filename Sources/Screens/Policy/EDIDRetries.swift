import ScreensKMS

/// Decides when displays without an EDID are probed again. Pure.
///
/// Boards, cheap adapters and switches deliver the EDID late, and the kernel sends no event when it can be read. Until
/// then the kernel offers modes that are guesses.
struct EDIDRetries: Sendable, Hashable {
    /// The times of the probes after the first read without an EDID.
    static let times: [Nanoseconds] = [1_000_000_000, 3_000_000_000, 10_000_000_000, 30_000_000_000]

    /// The times at which displays were first read without their EDID.
    private var beginnings: [ConnectorID: MonotonicTime] = [:]
    /// The time of the next probe, for which a timer runs.
    private var next: MonotonicTime?

    /// Handles a read of the card.
    ///
    /// - Parameter lacking: the connectors whose displays report no EDID.
    /// - Returns: the delay of a timer to start; nil if none is needed, or one runs.
    mutating func read(lacking: [ConnectorID], at now: MonotonicTime) -> Nanoseconds? {
        beginnings = Dictionary(lacking.map { ($0, beginnings[$0] ?? now) }) { first, _ in first }
        let due = beginnings.values.flatMap { beginning in Self.times.map { beginning + $0 } }.filter { $0 > now }.min()
        guard let due else {
            next = nil
            return nil
        }
        if let next, next <= due, next > now { return nil }
        next = due
        return due - now
    }

    /// Handles a timer.
    ///
    /// - Returns: whether the card is to be probed now: another timer may have replaced this one.
    mutating func isDue(at now: MonotonicTime) -> Bool {
        guard let next, next <= now else { return false }
        self.next = nil
        return true
    }
}
