/// The refreshes of a screen, as numbers and as times.
///
/// Times are counted from a refresh with a known time, by the exact fraction of the rate, so that rounding does not add
/// up.
struct RefreshGrid: Sendable, Hashable {
    let rate: RefreshRate
    /// The time from one refresh to the next, rounded; at least 1.
    let period: Nanoseconds
    /// A refresh with a known time.
    private(set) var anchor: Int64 = 0
    private var anchorTime: MonotonicTime

    /// Makes a grid with refresh 0 at `start`.
    init(rate: RefreshRate, start: MonotonicTime) {
        self.rate = rate
        period = max(rate.nanoseconds(ofRefreshes: 1), 1)
        anchorTime = start
    }

    /// The time of a refresh, saturated: at the slowest rates and longest intervals it exceeds 64 bits.
    func time(of refresh: Int64) -> MonotonicTime {
        let (time, overflows) = anchorTime.nanoseconds.addingReportingOverflow(
            rate.nanoseconds(ofRefreshes: refresh - anchor))
        return overflows ? .distantFuture : MonotonicTime(nanoseconds: time)
    }

    /// The last refresh at or before a time.
    func refresh(atOrBefore time: MonotonicTime) -> Int64 {
        let nearest = refresh(nearest: time)
        return self.time(of: nearest) > time ? nearest - 1 : nearest
    }

    /// The first refresh at or after a time.
    ///
    /// - Parameter tolerance: the length in nanoseconds by which a refresh may be earlier and still counts.
    func refresh(atOrAfter time: MonotonicTime, tolerance: Nanoseconds = 0) -> Int64 {
        let nearest = refresh(nearest: time)
        // The tolerance is subtracted from the requested time, which may be the latest time possible.
        return self.time(of: nearest) < time.advanced(by: .nanoseconds(-tolerance)) ? nearest + 1 : nearest
    }

    func refresh(nearest time: MonotonicTime) -> Int64 {
        anchor + rate.refreshes(nearest: time - anchorTime)
    }

    /// Sets the time of a refresh, as reported by the kernel.
    mutating func set(_ refresh: Int64, at time: MonotonicTime) {
        anchor = refresh
        anchorTime = time
    }
}
