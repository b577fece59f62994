/// The flips that a driver has reported. It recognizes repeated reports, and drivers that report flips without a
/// vblank.
struct FlipHistory: Sendable {
    /// The number of early flips in a row after which the driver counts as one without a vblank.
    private static let earlyFlipLimit = 3
    /// The maximum time from the commit to the report of a flip that waits for no refresh.
    private static let immediateWait: Nanoseconds = 300_000
    /// The deviation from whole refreshes that still counts as normal.
    private static let refreshTolerance: Nanoseconds = 500_000
    /// A display may be off its mode's rate by one part in this many: the half percent that VESA allows.
    private static let driftLimit: Int64 = 200

    private var lastStamp: FlipStamp?
    private var lastTime: MonotonicTime?
    /// The refresh that the last flip counts for.
    private var lastRefresh: Int64 = 0
    private var earlyFlips = 0
    /// The sum of the times by which recent slow flips, since the last flip on time, were ahead of the refreshes of
    /// their frames. After a late report, the next flip seems ahead once. Without vblanks, on a slow host, the sum
    /// exceeds a refresh.
    private var lead: Nanoseconds = 0

    /// Whether the last flips came earlier than a display with a vblank would show them.
    var isEarly: Bool { earlyFlips > 0 }

    /// Whether the flip was reported before.
    func isRepeated(_ stamp: FlipStamp) -> Bool {
        guard let lastStamp else { return false }
        if let time = stamp.time { return lastStamp.time.map { time < $0 } ?? false || stamp == lastStamp }
        return stamp.sequence != 0 && stamp.sequence == lastStamp.sequence
    }

    /// The number of vblanks since the last flip, or nil if the driver does not count them.
    func vblanks(until stamp: FlipStamp) -> Int64? {
        guard let lastStamp, lastStamp.sequence != 0 || stamp.sequence != 0 else { return nil }
        return Int64(stamp.sequence &- lastStamp.sequence)
    }

    mutating func append(_ stamp: FlipStamp, at time: MonotonicTime, for refresh: Int64) {
        lastStamp = stamp
        lastTime = time
        lastRefresh = refresh
    }

    /// Checks whether a flip waited for a refresh.
    ///
    /// Two flips of a display are whole refreshes apart, and a flip that took long has waited for a vblank. A driver
    /// that does not count vblanks may still have them: nvidia-drm counts none, and its flips complete at the refresh.
    ///
    /// - Returns: whether the driver has no vblank.
    mutating func judge(
        _ stamp: FlipStamp, at time: MonotonicTime, of frame: FrameInWork, _ grid: RefreshGrid,
        _ schedule: FrameSchedule
    ) -> Bool {
        // The arrival time of one report cannot be compared with the kernel's timestamp of another.
        guard let lastStamp, let lastTime, (lastStamp.time == nil) == (stamp.time == nil) else { return false }
        let gap = time - lastTime
        let wait = time - frame.committed
        let refreshes = grid.rate.refreshes(nearest: gap)
        // A display drifts from its mode's rate, more so with a longer gap, and may match a commit by chance.
        let tolerance = max(Self.refreshTolerance, gap / Self.driftLimit)
        let isOffRefresh = abs(gap - grid.rate.nanoseconds(ofRefreshes: refreshes)) > tolerance
        let isUnsynchronized = wait < Self.immediateWait && isOffRefresh && gap < FrameClock.standstill
        // A flip that waits for no refresh may take a virtual machine's host some time, and after many refreshes
        // without a flip it matches the rate by chance. If no vblanks are counted, a flip that is too soon after the
        // last one is early.
        let isUncounted = stamp.sequence == 0 && lastStamp.sequence == 0
        let distance = frame.isOnDemand ? 1 : frame.target - lastRefresh
        let ahead = grid.rate.nanoseconds(ofRefreshes: distance) - gap
        let isTooSoon = isUncounted && ahead > tolerance
        // A frame that is drawn as late as possible is committed close to its refresh.
        let shortWait = schedule == .latest ? Self.immediateWait : grid.period / 4
        guard isTooSoon || gap < grid.period / 2 || isUnsynchronized || earlyFlips > 0 && wait <= shortWait else {
            earlyFlips = 0
            lead = 0
            return false
        }
        if isTooSoon, wait >= Self.immediateWait { lead += ahead } else { earlyFlips += 1 }
        return earlyFlips >= Self.earlyFlipLimit || lead > grid.period
    }
}
