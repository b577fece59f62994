/// The flips that a driver reported: recognizes repeated reports, and drivers that report flips without a vblank.
struct FlipHistory: Sendable {
    /// The number of early flips in a row after which the driver counts as one without vblank.
    private static let earlyFlipLimit = 3
    /// The maximum time from the commit to the report of a flip that waits for no refresh.
    private static let immediateWait: Nanoseconds = 300_000
    /// The deviation from whole refreshes that is still normal.
    private static let beatTolerance: Nanoseconds = 500_000
    /// A display may be off its mode's rate by one part in so many: the half percent that VESA allows.
    private static let driftLimit: Int64 = 200

    private var lastStamp: FlipStamp?
    private var lastTime: MonotonicTime?
    private var earlyFlips = 0

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

    mutating func append(_ stamp: FlipStamp, at time: MonotonicTime) {
        lastStamp = stamp
        lastTime = time
    }

    /// Checks whether a flip waited for a refresh.
    ///
    /// Two flips of a display are whole refreshes apart, and a flip that took long has waited for a vblank.
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
        // A display drifts from its mode's rate, the more the longer the gap is, and may match a commit by chance.
        let tolerance = max(Self.beatTolerance, gap / Self.driftLimit)
        let isOffBeat = abs(gap - grid.rate.nanoseconds(ofRefreshes: refreshes)) > tolerance
        let isUnsynchronized = wait < Self.immediateWait && isOffBeat && gap < FrameClock.standstill
        // A frame that is drawn as late as possible is committed close to its refresh.
        let shortWait = schedule == .latest ? Self.immediateWait : grid.period / 4
        guard gap < grid.period / 2 || isUnsynchronized || earlyFlips > 0 && wait <= shortWait else {
            earlyFlips = 0
            return false
        }
        earlyFlips += 1
        return earlyFlips >= Self.earlyFlipLimit
    }
}
