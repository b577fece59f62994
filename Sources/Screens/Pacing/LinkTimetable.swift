/// Decides when a link of a screen is called, in numbers of refreshes.
struct LinkTimetable: Sendable, Hashable {
    private struct DueTime: Hashable {
        let time: MonotonicTime
        /// Whether it was computed from the time of a frame.
        let isFromFrame: Bool
    }

    /// The number of refreshes from one of its frames to the next, at least 1.
    private(set) var interval: Int64
    /// The refresh of its next frame.
    private(set) var next: Int64
    /// The refresh of its last call, or nil before the first call.
    private(set) var called: Int64?
    /// The refresh of its last committed frame.
    private var committed: Int64?
    private(set) var isPaused: Bool
    /// Whether the link only draws on request.
    private(set) var isSleeping = false
    /// The time that its next frame is for, if its last call set one: ``next`` follows from it.
    private var dueTime: DueTime?
    /// Whether a frame was requested since its last call began.
    private var needsDisplay = false
    /// Whether its next frame is due at once, regardless of its interval.
    private var needsRedraw = false
    /// Whether it was restarted since its last call. The refreshes before that were not missed.
    private(set) var isWoken = true
    /// The number of calls.
    private(set) var number: UInt64
    /// The number of its missed frames, without the frames of a pause.
    private(set) var missed: UInt64

    /// - Parameter next: the refresh of its first frame.
    init(interval: Int64, next: Int64, number: UInt64 = 0, missed: UInt64 = 0, isPaused: Bool = false) {
        self.interval = max(interval, 1)
        self.next = next
        self.number = number
        self.missed = missed
        self.isPaused = isPaused
    }

    /// Whether it draws without a request.
    var isAwake: Bool { !isPaused && !isSleeping }

    /// Whether it is called for the frame of a refresh.
    func isDue(at refresh: Int64) -> Bool { isAwake && next <= refresh }

    mutating func beginCall(for refresh: Int64) {
        called = refresh
        next = refresh + interval
        number += 1
        needsDisplay = false
        needsRedraw = false
        dueTime = nil
        isWoken = false
    }

    /// Records that its call has returned.
    ///
    /// - Parameter target: when the frame of the call is shown; it is needed for a duration only.
    mutating func endCall(next: NextUpdate, target: MonotonicTime) {
        isSleeping = next == .whenNeeded
        switch next {
        case .nextRefresh, .whenNeeded: dueTime = nil
        case .after(let duration):
            dueTime = DueTime(time: target.advanced(by: max(duration, .zero)), isFromFrame: true)
        case .at(let time): dueTime = DueTime(time: max(time, .zero), isFromFrame: false)
        }
    }

    /// Records that the frame of its last call is shown later than that call assumed.
    mutating func frameIsDelayed(by delay: Nanoseconds) {
        guard let time = dueTime, time.isFromFrame else { return }
        dueTime = DueTime(time: time.time.advanced(by: .nanoseconds(delay)), isFromFrame: true)
    }

    /// Requests a frame, even if it sleeps.
    mutating func requestFrame() {
        needsDisplay = true
    }

    /// Requests a frame for the next refresh, even if it sleeps or its interval is longer.
    mutating func requestRedraw() {
        needsRedraw = true
    }

    /// Begins or ends a pause. After it, ``begin(at:)`` restarts it.
    mutating func setPaused(_ isPaused: Bool) {
        self.isPaused = isPaused
    }

    /// Ends its sleep if a frame was requested. Its interval still applies. The refreshes during the sleep were not
    /// missed.
    mutating func wake(for earliest: Int64) {
        if needsRedraw, !isPaused {
            isSleeping = false
            dueTime = nil
            next = earliest
            isWoken = true
            return
        }
        guard needsDisplay, isSleeping || dueTime != nil, !isPaused else { return }
        if dueTime != nil, let called { next = called + interval }
        isSleeping = false
        dueTime = nil
        begin(at: earliest)
    }

    /// Computes its next frame from the time that its last call set, by the refreshes as they are known now.
    mutating func followDueTime(on grid: RefreshGrid, earliest: Int64) {
        guard let dueTime else { return }
        // The time of a frame is measured, and varies, but a duration of whole refreshes has to count as such.
        let due = grid.refresh(atOrAfter: dueTime.time, tolerance: dueTime.isFromFrame ? grid.period / 16 : 0)
        next = max(called.map { $0 + interval } ?? earliest, due)
        isWoken = true
    }

    /// Restarts the link at a refresh, or at its own next refresh if that is later.
    mutating func begin(at refresh: Int64) {
        next = max(next, refresh)
        isWoken = true
    }

    mutating func setInterval(_ interval: Int64) {
        guard interval != self.interval else { return }
        self.interval = max(interval, 1)
        if let called { next = called + self.interval }
        isWoken = true
    }

    /// Skips its frames before a refresh.
    ///
    /// - Parameter counts: whether the link counts them as missed.
    /// - Returns: the number of frames. A frame counts once, however many of its refreshes passed.
    mutating func skip(to refresh: Int64, counts: Bool) -> UInt64 {
        guard refresh > next else { return 0 }
        let count = frames(from: next, to: refresh)
        next = refresh
        guard !isWoken else { return 0 }
        if counts { missed += count }
        return count
    }

    /// Moves the frame of its last call to a later refresh.
    ///
    /// - Returns: the number of frames that are missed by that.
    mutating func `defer`(to refresh: Int64) -> UInt64 {
        let count = called.map { frames(from: $0, to: refresh) } ?? 0
        retarget(to: refresh)
        missed += count
        return count
    }

    /// Moves the frame of its last call to a later refresh, without counting.
    mutating func retarget(to refresh: Int64) {
        called = refresh
        next = refresh + interval
    }

    /// Records that the frame for a refresh is with the kernel.
    mutating func frameCommitted(for refresh: Int64) {
        if called == refresh { committed = refresh }
    }

    /// Whether the frame for a refresh contains its drawing, and is with the kernel or was shown.
    func isCommitted(for refresh: Int64) -> Bool { committed == refresh }

    /// Records that its committed frame was shown at `refresh`, which may be later than its target.
    ///
    /// - Returns: the number of frames that are missed by that.
    mutating func wasShown(at refresh: Int64, counts: Bool) -> UInt64 {
        guard let committed else { return 0 }
        let count = frames(from: committed, to: refresh)
        if called == committed { next = max(next, refresh + interval) }
        if counts { missed += count }
        return count
    }

    private func frames(from refresh: Int64, to later: Int64) -> UInt64 {
        UInt64(max(0, (later - refresh + interval - 1) / interval))
    }
}
