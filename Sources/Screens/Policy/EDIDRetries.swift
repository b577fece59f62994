import ScreensKMS

/// When displays without an EDID are probed again. Pure.
///
/// Boards, cheap adapters and switches deliver it late, and the kernel sends no event when it can be read: until then it
/// offers modes that are guesses.
struct EDIDRetries: Sendable, Hashable {
    /// The times of the probes, from the first read without one.
    static let times: [Nanoseconds] = [1_000_000_000, 3_000_000_000, 10_000_000_000, 30_000_000_000]

    /// When a display was first read without its EDID.
    private var beginnings: [ConnectorID: MonotonicTime] = [:]
    /// The time of the next probe, for which a timer runs.
    private var next: MonotonicTime?

    /// The card was read.
    ///
    /// - Parameter lacking: the connectors whose displays report no EDID.
    /// - Returns: the delay of a timer that is to be started; nil where none is needed, or one runs.
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

    /// A timer fired.
    ///
    /// - Returns: whether the card is to be probed: another timer may have taken the place of this one.
    mutating func isDue(at now: MonotonicTime) -> Bool {
        guard let next, next <= now else { return false }
        self.next = nil
        return true
    }
}
