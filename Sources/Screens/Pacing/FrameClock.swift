/// Decides when a screen's next frame is drawn, for which links, and when it is handed to the kernel.
///
/// A pure state machine: what happened and the time go in, what to do comes out. At most one frame is being drawn or
/// waits to be committed, and at most one is with the kernel; a refresh that was missed is skipped and counted, never
/// made up for.
struct FrameClock: Sendable {
    /// What the screen's thread does next.
    enum Action: Hashable {
        /// Call the links that are due. `due` is when that should have been.
        case draw(due: Int64)
        /// Hand the frame that is ready to the kernel.
        case commit
        /// Sleep until then, or until something happens.
        case wait(until: Int64?)
        /// The flip never came: the screen needs more than a next frame.
        case stalled
    }

    /// A frame from the beginning of its drawing to its flip.
    struct FrameInWork: Hashable {
        /// The refresh that it is for.
        var target: Int64
        var begun: Int64
        var drawn: Int64
        var committed: Int64
        /// Whether the time of the refresh before was only computed.
        var isPredicted: Bool
        /// Whether it was begun when somebody came to want it, at any time within a refresh.
        let isWish: Bool
    }

    enum Stage: Hashable {
        case idle
        case drawing(FrameInWork)
        case ready(FrameInWork)

        var frame: FrameInWork? {
            switch self {
            case .idle: nil
            case .drawing(let frame), .ready(let frame): frame
            }
        }
    }

    /// Longer than any display takes, a modeset of a slow link included.
    static let stallLimit: Int64 = 3_000_000_000
    /// Who wakes up more than a refresh too late was kept from hearing of the flip, and gets this much more time to.
    static let stallGrace: Int64 = 500_000_000
    /// What is longer than this is no lateness: the process was stopped, or the machine.
    static let standstill: Int64 = 1_000_000_000
    /// Flips in a row that come too early to be true, after which the driver is not believed any more.
    static let earlyFlipLimit = 3
    /// What a flip that waits for nothing takes at most, until it is heard of.
    static let immediateWait: Int64 = 300_000
    /// By how much a flip may be off the beat of the one before.
    static let beatTolerance: Int64 = 500_000
    /// The part of the time that a display may be off its mode's beat: the half percent that VESA allows.
    static let driftLimit: Int64 = 200

    let schedule: FrameSchedule
    /// Whether a frame may be drawn while the one before it is with the kernel.
    let drawsAhead: Bool
    /// The longest time from one refresh to the next, where the display waits for frames.
    let longestPeriod: Int64?
    var pacing: Pacing
    var links: [LinkTimetable] = []
    var missed = MissedFrames()
    var presented: UInt64 = 0
    var estimate: DrawingEstimate

    var grid: RefreshGrid
    /// The last refresh that has a frame, be it shown or on its way, or that was passed over.
    var base: Int64 = 0
    /// Whether the time of the current refresh was only computed: the display's own drifts away from it.
    var isPredicted = true
    var stage = Stage.idle
    var flight: FrameInWork?
    var isStalled = false
    /// Whether a frame is to come whoever wants one.
    var isRepeatWanted = false
    /// Since when there is no frame in work.
    var idleSince: Int64
    /// The last flip as the kernel told of it, and when it was.
    var lastFlip: FlipStamp?
    var lastFlipTime: Int64?
    /// When something was heard that is the flip before once more, or a driver that does not know the time.
    var doubtfulFlip: Int64?
    var earlyFlips = 0
    /// When what is on the screen came there.
    var shownTime: Int64

    /// - Parameters:
    ///   - buffers: with three of them frames are drawn ahead.
    ///   - longestPeriod: with ``Pacing/variable``, the longest time between refreshes.
    ///   - start: when the screen was lit; the first frame is due then.
    init(
        rate: RefreshRate, pacing: Pacing, schedule: FrameSchedule = .earliest, buffers: Int = 2,
        longestPeriod: Int64? = nil, start: Int64
    ) {
        grid = RefreshGrid(rate: rate, start: start)
        self.pacing = pacing
        self.schedule = schedule
        self.longestPeriod = longestPeriod
        drawsAhead = buffers > 2
        estimate = DrawingEstimate(period: grid.period, limit: grid.period * (buffers > 2 ? 2 : 1))
        idleSince = start
        shownTime = start
    }

    /// What to do now.
    mutating func action(at now: Int64) -> Action {
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

    private mutating func draw(at now: Int64) -> Action {
        let earliest = earliestTarget(at: now)
        for index in links.indices { links[index].wake(for: earliest) }
        guard let wanted = nextWanted() else { return wait(until: nil) }
        let opening = opening(for: wanted)
        guard now >= opening || schedule == .earliest && isReleasedByFlip(wanted) else { return wait(until: opening) }
        let target = max(wanted, earliest)
        let isWish = !links.indices.contains { links[$0].isDue(at: target) && !links[$0].isWoken }
        let due = isWish ? now : min(max(opening, idleSince), now)
        if !isWish {
            estimate.woke(late: min(now - due, grid.period))
            passOver(before: target, now - due > Self.standstill ? .paused : .kernelLate)
        }
        for index in links.indices where links[index].isDue(at: target) { links[index].beginCall(for: target) }
        // A display that waits for frames has its next refresh when there is one.
        if longestPeriod != nil, grid.time(of: target) < now { grid.set(target, at: now) }
        isRepeatWanted = false
        stage = .drawing(
            FrameInWork(
                target: target, begun: now, drawn: now, committed: now, isPredicted: isPredicted, isWish: isWish))
        return .draw(due: due)
    }

    /// Whether a link is called for the frame that is being drawn.
    func isCalled(link index: Int) -> Bool {
        if case .drawing(let frame) = stage { links[index].called == frame.target } else { false }
    }

    /// What a link is told of the frame that is being drawn.
    func frame(ofLink index: Int) -> Frame {
        Frame(
            number: links[index].number - 1, timestamp: shownTime,
            targetTimestamp: grid.time(of: stage.frame?.target ?? base + 1),
            duration: grid.rate.nanoseconds(ofRefreshes: links[index].interval), missed: links[index].missed)
    }

    /// A link was called.
    mutating func linkReturned(_ index: Int, next: NextUpdate) {
        links[index].isSleeping = next == .whenNeeded
    }

    /// No link has changed anything: nothing is flipped.
    mutating func frameUnchanged(at now: Int64) {
        guard case .drawing(let frame) = stage else { return }
        stage = .idle
        base = frame.target
        idleSince = now
        isPredicted = true
        if flight == nil { shownTime = grid.time(of: base) }
        passOver(before: earliestTarget(at: now), .delegateLate)
    }

    /// The frame is in its buffer.
    mutating func frameDrawn(at now: Int64) {
        guard case .drawing(var frame) = stage else { return }
        frame.drawn = now
        estimate.drew(for: now - frame.begun)
        stage = .ready(frame)
    }

    /// The frame was handed to the kernel.
    mutating func frameCommitted(at now: Int64) {
        guard case .ready(var frame) = stage else { return }
        frame.committed = now
        frame.isPredicted = isPredicted
        stage = .idle
        flight = frame
        base = frame.target
        idleSince = now
        for index in links.indices where links[index].called == frame.target {
            links[index].committed = frame.target
        }
    }

    /// The kernel would not take the frame now: once more at the next refresh.
    mutating func commitRefused(at now: Int64) {
        guard case .ready(var frame) = stage else { return }
        let retry = max(grid.refresh(atOrBefore: now) + 2, frame.target + 1)
        var count: UInt64 = 0
        for index in links.indices where links[index].called == frame.target {
            count = max(count, links[index].defer(to: retry))
        }
        missed.add(count, .kernelLate)
        frame.target = retry
        stage = .ready(frame)
        isPredicted = true
    }

    // MARK: Times

    /// The first refresh that a frame begun now can be for.
    func earliestTarget(at now: Int64) -> Int64 {
        longestPeriod == nil ? max(base + 1, grid.refresh(atOrBefore: now) + 1) : base + 1
    }

    private func nextWanted() -> Int64? {
        var wanted: Int64? = isRepeatWanted ? base + 1 : nil
        // By index: a copy of each link would be most of the work.
        for index in links.indices where links[index].isAwake {
            wanted = min(wanted ?? links[index].next, links[index].next)
        }
        return wanted.map { max($0, base + 1) }
    }

    /// When the drawing of the frame for a refresh begins.
    private func opening(for target: Int64) -> Int64 {
        let first = grid.time(of: target - (drawsAhead ? 2 : 1))
        return schedule == .latest ? max(first, grid.time(of: target) - estimate.total) : first
    }

    /// Whether a flip just said that the refresh before has come, which may be ahead of the time it bears.
    private func isReleasedByFlip(_ target: Int64) -> Bool {
        !isPredicted && flight == nil && grid.anchor == base && target == base + 1
    }

    /// The frames before a refresh are not to be any more.
    private mutating func passOver(before refresh: Int64, _ cause: MissedFrames.Cause) {
        var count: UInt64 = 0
        for index in links.indices where links[index].isAwake {
            count = max(count, links[index].skip(to: refresh, counts: cause != .paused))
        }
        missed.add(count, cause)
    }
}
