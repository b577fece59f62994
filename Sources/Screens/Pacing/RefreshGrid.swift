/// The refreshes of a screen, as numbers and as times.
///
/// They are counted from one whose time is known, in the exact fraction of the rate: nothing that is rounded adds up.
struct RefreshGrid: Sendable, Hashable {
    let rate: RefreshRate
    /// From one refresh to the next, in nanoseconds, rounded; at least 1.
    let period: Int64
    /// A refresh whose time is known.
    private(set) var anchor: Int64 = 0
    private var anchorTime: Int64

    /// Refresh 0 is at `start`, in nanoseconds.
    init(rate: RefreshRate, start: Int64) {
        self.rate = rate
        period = max(rate.period, 1)
        anchorTime = start
    }

    /// Saturated: at the slowest rates and longest intervals it is beyond what nanoseconds can say.
    func time(of refresh: Int64) -> Int64 {
        let (time, overflows) = anchorTime.addingReportingOverflow(rate.nanoseconds(ofRefreshes: refresh - anchor))
        return overflows ? .max : time
    }

    /// The last refresh that was at or before a time.
    func refresh(atOrBefore time: Int64) -> Int64 {
        let nearest = refresh(nearest: time)
        return self.time(of: nearest) > time ? nearest - 1 : nearest
    }

    func refresh(nearest time: Int64) -> Int64 {
        anchor + rate.refreshes(nearest: time - anchorTime)
    }

    /// The time of a refresh has become known.
    mutating func set(_ refresh: Int64, at time: Int64) {
        anchor = refresh
        anchorTime = time
    }
}
