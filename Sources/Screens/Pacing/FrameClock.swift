/// Decides when a screen's next frame is drawn, for which links, and when it is committed.
///
/// A pure state machine: events and times go in, actions come out. At most one frame is being drawn or ready, and at
/// most one is with the kernel. A missed refresh is skipped and counted. The frame is not drawn later.
struct FrameClock: Sendable {
    /// The time after which a flip counts as lost, longer than any display takes, even with a slow link training.
    static let stallLimit: Nanoseconds = 3_000_000_000
    /// The additional time if the thread woke up more than a refresh late, since it may not have received the event.
    static let stallGrace: Nanoseconds = 500_000_000
    /// The delay above which the process or the machine was stopped, and which does not count as lateness.
    static let standstill: Nanoseconds = 1_000_000_000

    /// Whether a frame may be drawn while the previous one is with the kernel.
    let drawsAhead: Bool
    /// The longest time from one refresh to the next with variable refresh; nil without it.
    private let longestPeriod: Nanoseconds?

    private(set) var pace: FramePace
    var pacing: Pacing { pace.pacing }
    private(set) var links: [LinkTimetable] = []
    private(set) var missed = MissedFrames()
    private(set) var presented: UInt64 = 0
    /// The number of completed flips. The frame of a modeset is presented without a flip.
    private var completedFlips: UInt64 = 0
    private(set) var estimate: DrawingEstimate
    private(set) var grid: RefreshGrid
    private(set) var stage = Stage.idle
    /// The frame that is with the kernel.
    private(set) var flight: FrameInWork?

    /// The last refresh that has a frame, shown or on its way, or that was skipped.
    private var base: Int64 = 0
    /// Whether the time of the current refresh was only computed, so that the display may have drifted from it.
    private var isPredicted = true
    private var isStalled = false
    /// Whether a frame is due even if no link requests one.
    private var isRepeatRequested = false
    /// The time that the first frame is for, as far as it is known, until the modeset that shows it; nil afterwards.
    private var modesetTime: MonotonicTime?
    /// The time since which no frame is in work.
    private var idleSince: MonotonicTime
    /// The time since which the picture is on the screen.
    private(set) var shownTime: MonotonicTime
    private var history = FlipHistory()
    /// The arrival of a report that repeats the previous flip, or comes from a driver with wrong timestamps.
    private var doubtfulFlip: MonotonicTime?

    /// - Parameters:
    ///   - pacing: the pacing at first. A driver without vblanks is recognized by its flips.
    ///   - buffers: the number of buffers; with three, frames are drawn ahead.
    ///   - longestPeriod: the longest time between refreshes with ``Pacing/variable``.
    ///   - start: the present time. The first frame is due then, and the mode is set with it:
    ///     ``screenEnabled(showsFrame:at:)``.
    init(
        rate: RefreshRate, pacing: Pacing, schedule: FrameSchedule = .earliest, buffers: Int = 2,
        longestPeriod: Nanoseconds? = nil, start: MonotonicTime
    ) {
        grid = RefreshGrid(rate: rate, start: start)
        pace = FramePace(pacing, schedule)
        self.longestPeriod = longestPeriod
        drawsAhead = buffers > 2
        estimate = DrawingEstimate(period: grid.period, limit: grid.period * (buffers > 2 ? 2 : 1))
        modesetTime = start
        idleSince = start
        shownTime = start
    }

    /// The action for this moment.
    mutating func action(at now: MonotonicTime) -> Action {
        if !isStalled { checkFlight(at: now) }
        if isStalled { return .stalled }
        switch stage {
        case .drawing:
            return .wait(until: nil)
        case .ready(let frame):
            guard flight == nil else { return wait(until: nil) }
            let opening = grid.time(of: frame.target - 1)
            return now >= opening || isReleasedByFlip(frame.target) ? .commit : .wait(until: opening)
        case .idle:
            return flight == nil || drawsAhead ? draw(at: now) : wait(until: nil)
        }
    }

    private mutating func draw(at now: MonotonicTime) -> Action {
        let earliest = earliestTarget(at: now)
        for index in links.indices {
            links[index].wake(for: earliest)
            links[index].followDueTime(on: grid, earliest: earliest)
        }
        guard let requested = nextRequested() else { return wait(until: nil) }
        let opening = opening(for: requested)
        guard now >= opening || pace.isEarly && isReleasedByFlip(requested) else {
            return wait(until: opening)
        }
        let target = max(requested, earliest)
        let isOnDemand = !links.indices.contains { links[$0].isDue(at: target) && !links[$0].isWoken }
        let due = isOnDemand ? now : min(max(opening, idleSince), now)
        if !isOnDemand {
            estimate.woke(late: min(now - due, grid.period))
            skipFrames(before: target, now - due > Self.standstill ? .paused : .kernelLate)
        }
        for index in links.indices where links[index].isDue(at: target) { links[index].beginCall(for: target) }
        // With variable refresh, the next refresh comes with the next frame.
        if longestPeriod != nil, grid.time(of: target) < now { grid.set(target, at: now) }
        isRepeatRequested = false
        stage = .drawing(
            FrameInWork(target: target, begun: now, isPredicted: isPredicted, isOnDemand: isOnDemand))
        return .draw(due: due)
    }

    // MARK: The frame being drawn

    /// Whether a link is called for the frame that is being drawn.
    func isCalled(link index: Int) -> Bool {
        if case .drawing(let frame) = stage { links[index].called == frame.target } else { false }
    }

    /// The timing of the frame that is being drawn, for a link.
    func timing(ofLink index: Int) -> FrameTiming {
        FrameTiming(
            number: links[index].number - 1, timestamp: shownTime, targetTimestamp: targetTime,
            duration: grid.rate.duration(ofRefreshes: links[index].interval), missed: links[index].missed)
    }

    /// The time at which the frame that is being drawn is to be shown.
    private var targetTime: MonotonicTime { modesetTime ?? grid.time(of: stage.frame?.target ?? base + 1) }

    /// A link was called.
    mutating func linkReturned(_ index: Int, next: NextUpdate) {
        // The target is needed for a duration only, and most calls set none.
        var target = MonotonicTime.zero
        if case .after = next { target = targetTime }
        links[index].endCall(next: next, target: target)
    }

    /// Records that no flip follows: no link changed the picture, or the ready frame cannot be shown.
    mutating func frameUnchanged(at now: MonotonicTime) {
        guard let frame = stage.frame else { return }
        stage = .idle
        base = frame.target
        idleSince = now
        isPredicted = true
        if flight == nil { shownTime = grid.time(of: base) }
        skipFrames(before: earliestTarget(at: now), .delegateLate)
    }

    /// Records that the frame is in its buffer.
    mutating func frameDrawn(at now: MonotonicTime) {
        guard case .drawing(var frame) = stage else { return }
        frame.wasDrawn(at: now)
        estimate.drew(for: now - frame.begun)
        stage = .ready(frame)
    }

    /// Records that the kernel accepted the frame.
    mutating func frameCommitted(at now: MonotonicTime) {
        guard case .ready(var frame) = stage else { return }
        frame.wasCommitted(at: now, isPredicted: isPredicted)
        stage = .idle
        flight = frame
        base = frame.target
        idleSince = now
        for index in links.indices { links[index].frameCommitted(for: frame.target) }
    }

    /// Records that the kernel refused the frame. It is tried again at the next refresh.
    mutating func commitRefused(at now: MonotonicTime) {
        guard case .ready(var frame) = stage else { return }
        let retry = max(grid.refresh(atOrBefore: now) + 2, frame.target + 1)
        var count: UInt64 = 0
        for index in links.indices where links[index].called == frame.target {
            count = max(count, links[index].defer(to: retry))
        }
        missed.add(count, .kernelLate)
        frame.move(to: retry)
        stage = .ready(frame)
        isPredicted = true
    }

    // MARK: Flips

    /// Handles the kernel's report of a flip. Without a frame in flight the report is ignored.
    mutating func flipCompleted(_ stamp: FlipStamp, at now: MonotonicTime) {
        guard flight != nil else { return }
        var stamp = stamp
        // The timestamp may be a little after the event, but within a refresh. A later one would delay all frames.
        if let time = stamp.time, time > now + grid.period { stamp.time = nil }
        guard !history.isRepeated(stamp) else {
            doubtfulFlip = now
            return
        }
        completeFlip(stamp, at: now)
    }

    /// Records that the modeset for which the first frame was drawn is done. From now on there are refreshes.
    ///
    /// - Parameter showsFrame: whether the modeset shows the ready frame, which then needs no flip.
    /// - Returns: the actual time for which the first calls were made.
    @discardableResult
    mutating func screenEnabled(showsFrame: Bool, at now: MonotonicTime) -> MonotonicTime {
        if showsFrame {
            frameCommitted(at: now)
            guard let flight else { return now }
            self.flight = nil
            presented += 1
            count(flight, shownAt: flight.target, .paused)
        }
        // No frame is late because of the modeset, however long it took.
        grid.set(stage.frame.map { $0.target - 1 } ?? base, at: now)
        let target = grid.time(of: stage.frame?.target ?? base)
        if let expected = modesetTime {
            for index in links.indices { links[index].frameIsDelayed(by: target - expected) }
            modesetTime = nil
        }
        isPredicted = true
        idleSince = now
        shownTime = now
        return target
    }

    private mutating func completeFlip(_ stamp: FlipStamp, at now: MonotonicTime) {
        guard let flight else { return }
        self.flight = nil
        doubtfulFlip = nil
        presented += 1
        completedFlips += 1
        let time = stamp.time ?? now
        if pace.followsVblanks, history.judge(stamp, at: time, of: flight, grid, pace.schedule) {
            pace = FramePace(.timer, pace.schedule)
        }
        let shown: Int64
        if longestPeriod != nil {
            shown = countVariableFlip(flight, at: time)
        } else if pace.isTimed || history.isEarly {
            shown = countTimedFlip(flight, at: time)
        } else {
            shown = countFlip(flight, at: time, stamp, now: now)
        }
        base = max(base, shown)
        // A frame that was begun meanwhile comes after this one, and is not late a second time.
        if let frame = stage.frame, frame.target <= shown { retarget(frame, to: shown + 1) }
        shownTime = time
        history.append(stamp, at: time, for: shown)
    }

    /// Counts a flip by the display's own refresh.
    private mutating func countFlip(
        _ flight: FrameInWork, at time: MonotonicTime, _ stamp: FlipStamp, now: MonotonicTime
    ) -> Int64 {
        let shown: Int64
        let cause: MissedFrames.Cause
        if flight.isOnDemand {
            shown = flight.target + flight.refreshesLateOnDemand(shownAt: time, period: grid.period)
            cause = flight.cause(due: flight.begun + grid.period)
        } else if flight.isPredicted {
            // The time of the display's refresh was unknown: only a delay of more than a refresh is certainly lateness.
            // A frame that was drawn ahead was not to be shown before its time.
            let begun = max(flight.begun, min(flight.committed, grid.time(of: flight.target - 1)))
            shown = flight.target + max(0, (time - begun - grid.period / 4) / grid.period)
            cause = flight.cause(due: flight.begun + grid.period)
        } else {
            cause = flight.cause(due: grid.time(of: flight.target))
            shown = max(flight.target, refresh(of: stamp, at: time))
        }
        count(flight, shownAt: shown, cause)
        grid.set(shown, at: time)
        isPredicted = false
        return shown
    }

    /// The refresh of a flip. Without a timestamp, the vblank number is more exact than the time of the report.
    @inline(__always)
    private func refresh(of stamp: FlipStamp, at time: MonotonicTime) -> Int64 {
        let nearest = grid.refresh(nearest: time)
        guard stamp.time == nil, let steps = history.vblanks(until: stamp) else { return nearest }
        // A wrong count is ignored.
        return steps >= 1 && steps <= nearest - grid.anchor + 1 ? grid.anchor + steps : nearest
    }

    /// Counts a flip that is shown at once: for its target, or for the first refresh after it.
    private mutating func countTimedFlip(_ flight: FrameInWork, at time: MonotonicTime) -> Int64 {
        let due = flight.isOnDemand ? flight.begun + grid.period : grid.time(of: flight.target)
        let late =
            flight.isOnDemand
            ? flight.refreshesLateOnDemand(shownAt: time, period: grid.period)
            : (max(0, time - due) + grid.period - 1) / grid.period
        let shown = flight.target + late
        count(flight, shownAt: shown, flight.cause(due: due))
        isPredicted = true
        return shown
    }

    /// Counts a flip with variable refresh: it is late only if the display could not wait for the frame.
    private mutating func countVariableFlip(_ flight: FrameInWork, at time: MonotonicTime) -> Int64 {
        let due = grid.time(of: flight.target)
        let late = max(0, time - due - 1) / max(longestPeriod ?? grid.period, 1)
        count(flight, shownAt: flight.target + late, flight.cause(due: due))
        grid.set(flight.target + late, at: time)
        isPredicted = false
        return flight.target + late
    }

    private mutating func count(_ flight: FrameInWork, shownAt shown: Int64, _ cause: MissedFrames.Cause) {
        // Before the first flip the times of the refreshes are unknown, so no frame is late: a modeset reports no time.
        let counts = completedFlips > 1 && cause != .paused
        var count: UInt64 = 0
        for index in links.indices {
            if links[index].isCommitted(for: flight.target) {
                count = max(count, links[index].wasShown(at: shown, counts: counts))
            } else if links[index].isAwake, links[index].called != stage.frame?.target {
                count = max(count, links[index].skip(to: shown + 1, counts: counts))
            }
        }
        guard completedFlips > 1 else { return }
        missed.add(count, cause)
        if count > 0, cause == .kernelLate, !flight.isPredicted { estimate.missed() }
    }

    private mutating func retarget(_ frame: FrameInWork, to target: Int64) {
        for index in links.indices where links[index].called == frame.target { links[index].retarget(to: target) }
        var frame = frame
        frame.move(to: target)
        if case .drawing = stage { stage = .drawing(frame) } else { stage = .ready(frame) }
    }

    // MARK: Flips that do not complete

    /// Whether the report of the flip in flight is overdue.
    func isFlightOverdue(at now: MonotonicTime) -> Bool { flightDeadline.map { now >= $0 } ?? false }

    private var flightDeadline: MonotonicTime? {
        guard let flight else { return nil }
        let limit = flight.committed + Self.stallLimit
        return doubtfulFlip.map { min(limit, $0 + 2 * grid.period) } ?? limit
    }

    private mutating func checkFlight(at now: MonotonicTime) {
        guard let committed = flight?.committed, let flightDeadline, now >= flightDeadline else { return }
        let limit = committed + Self.stallLimit
        if now < limit {
            // The report that seemed to repeat the previous flip was for this one after all.
            completeFlip(FlipStamp(time: nil), at: now)
        } else if now > limit + grid.period {
            flight?.restartWait(from: now + Self.stallGrace - Self.stallLimit)
        } else {
            isStalled = true
        }
    }

    /// Sleeps until a time, or until the deadline of the flip in flight if that is earlier.
    private func wait(until time: MonotonicTime?) -> Action {
        guard let deadline = flightDeadline else { return .wait(until: time) }
        return .wait(until: min(time ?? deadline, deadline))
    }

    // MARK: Links

    /// Adds a link, which is called after all others.
    mutating func addLink(
        interval: Int, number: UInt64 = 0, missed: UInt64 = 0, isPaused: Bool = false, at now: MonotonicTime
    ) {
        var link = LinkTimetable(
            interval: Int64(interval), next: 0, number: number, missed: missed, isPaused: isPaused)
        link.begin(at: firstTurn(interval: link.interval, at: now))
        links.append(link)
    }

    mutating func removeLink(_ index: Int) {
        links.remove(at: index)
    }

    mutating func setInterval(_ interval: Int, ofLink index: Int) {
        links[index].setInterval(Int64(interval))
    }

    /// Begins or ends a pause. The frames that were skipped in it are counted as paused.
    mutating func setPaused(_ isPaused: Bool, ofLink index: Int, at now: MonotonicTime) {
        guard isPaused != links[index].isPaused else { return }
        links[index].setPaused(isPaused)
        guard !isPaused, !links[index].isSleeping else { return }
        let skipped = earliestTarget(at: now) - links[index].next
        missed.add(UInt64(max(0, skipped / links[index].interval)), .paused)
        links[index].begin(at: firstTurn(interval: links[index].interval, at: now))
    }

    /// Requests a frame of a link, even if the link has said that it has nothing new.
    mutating func setNeedsDisplay(ofLink index: Int) {
        links[index].requestFrame()
    }

    /// Requests a frame for the next refresh, regardless of the link's interval.
    mutating func setNeedsRedraw(ofLink index: Int) { links[index].requestRedraw() }

    /// Requests a frame that shows the present picture again. No link is called only for that.
    mutating func setNeedsRepeat() {
        isRepeatRequested = true
    }

    /// The first refresh of a link that can begin now: of a frame that comes anyway within its interval, if any.
    private func firstTurn(interval: Int64, at now: MonotonicTime) -> Int64 {
        let earliest = max(earliestTarget(at: now), (stage.frame?.target ?? base) + 1)
        var turn: Int64?
        for link in links where link.isAwake && (earliest..<earliest + interval).contains(link.next) {
            turn = min(turn ?? link.next, link.next)
        }
        return turn ?? earliest
    }

    // MARK: Times

    // These are always inlined: a mutating function copies the whole clock for each call that is not.

    /// The first refresh for which a frame that begins now can be shown. No frame is committed within a microsecond,
    /// and times are rounded.
    @inline(__always)
    private func earliestTarget(at now: MonotonicTime) -> Int64 {
        longestPeriod == nil ? max(base + 1, grid.refresh(atOrBefore: now + 1_000) + 1) : base + 1
    }

    @inline(__always)
    private func nextRequested() -> Int64? {
        var requested: Int64? = isRepeatRequested ? base + 1 : nil
        // The loop is by index: copying the links would take most of the time.
        for index in links.indices where links[index].isAwake {
            requested = min(requested ?? links[index].next, links[index].next)
        }
        return requested.map { max($0, base + 1) }
    }

    /// The time at which the drawing of the frame for a refresh begins.
    @inline(__always)
    private func opening(for target: Int64) -> MonotonicTime {
        let first = grid.time(of: target - (drawsAhead ? 2 : 1))
        return pace.isLate ? max(first, grid.time(of: target) - estimate.total) : first
    }

    /// Whether a flip just reported the previous refresh, even if its timestamp is ahead of the present time.
    private func isReleasedByFlip(_ target: Int64) -> Bool {
        !isPredicted && flight == nil && grid.anchor == base && target == base + 1
    }

    /// Skips the frames before a refresh.
    private mutating func skipFrames(before refresh: Int64, _ cause: MissedFrames.Cause) {
        var count: UInt64 = 0
        for index in links.indices where links[index].isAwake {
            count = max(count, links[index].skip(to: refresh, counts: cause != .paused))
        }
        missed.add(count, cause)
    }
}
