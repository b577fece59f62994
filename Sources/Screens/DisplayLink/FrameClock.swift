/// Decides when a screen's next frame is drawn.
///
/// A pure state machine: what happened and the time go in, what to do comes out. At most one frame is with the kernel;
/// a refresh that was missed is skipped and counted, never made up for.
///
/// Refreshes are counted from the last one whose time is known. With ``Pacing/vblank`` each flip gives a new one;
/// with ``Pacing/timer`` the count goes on from the start, so that no rounding ever adds up.
struct FrameClock: Sendable {
    /// What the screen's thread does next.
    enum Action: Hashable {
        /// Call the delegate. `due` is when that should have been.
        case draw(Frame, due: Int64)
        /// Sleep until then, or until something happens.
        case wait(until: Int64?)
        /// The flip never came: the screen needs more than a next frame.
        case stalled
    }

    /// Longer than any display takes, a modeset of a slow link included.
    static let stallLimit: Int64 = 3_000_000_000
    /// Flips in a row that come too early to be true, after which the driver is not believed any more.
    static let earlyFlipLimit = 3

    private enum Phase: Hashable {
        case idle
        case drawing(since: Int64)
        case pending(drawn: Int64, committed: Int64)
        case stalled
    }

    let rate: RefreshRate
    let interval: Int64
    private(set) var pacing: Pacing
    private(set) var missed: UInt64 = 0
    private(set) var presented: UInt64 = 0

    private var phase = Phase.idle
    private var isSleeping = false
    private var needsDisplay = false
    /// The number that the next frame gets.
    private(set) var nextNumber: UInt64
    /// A refresh whose time is known.
    private var anchor: Int64
    /// Refreshes from the anchor to the one at which the current frame is, or counts as, shown.
    private var shown: Int64 = 0
    /// Whether the time of the current refresh was only computed: the display's own drifts away from it.
    private var isPredicted = true
    /// The time of the last flip, as the kernel told it.
    private var lastFlip: Int64?
    private var earlyFlips = 0
    private var kernelTimestamp: Int64

    /// - Parameters:
    ///   - interval: refreshes from one frame to the next, at least 1.
    ///   - start: when the screen was lit.
    ///   - firstFrame: the number of the first frame.
    init(rate: RefreshRate, interval: Int, pacing: Pacing, start: Int64, firstFrame: UInt64 = 0) {
        nextNumber = firstFrame
        self.rate = rate
        self.interval = Int64(max(interval, 1))
        self.pacing = pacing
        anchor = start
        kernelTimestamp = start
        // The first frame is due at the start.
        shown = 1 - self.interval
    }

    /// What to do now.
    mutating func action(at now: Int64) -> Action {
        switch phase {
        case .drawing: return .wait(until: nil)
        case .stalled: return .wait(until: nil)
        case .pending(_, let committed):
            let limit = committed + Self.stallLimit
            guard now >= limit else { return .wait(until: limit) }
            phase = .stalled
            return .stalled
        case .idle: break
        }
        var due = due
        if isSleeping {
            guard needsDisplay else { return .wait(until: nil) }
            // Refreshes that nobody wanted a frame for are passed over; but none comes before its time.
            shown = max(shown, elapsedRefreshes(at: now) - interval + 1)
            guard now >= self.due else { return .wait(until: self.due) }
            isSleeping = false
            isPredicted = true
            due = now
        } else {
            guard now >= due || isReleasedByFlip else { return .wait(until: due) }
            skipMissedFrames(at: now)
        }
        needsDisplay = false
        phase = .drawing(since: now)
        let frame = Frame(
            number: nextNumber, timestamp: kernelTimestamp, targetTimestamp: time(of: shown + interval),
            duration: rate.nanoseconds(ofRefreshes: interval), missed: missed)
        nextNumber += 1
        return .draw(frame, due: min(due, now))
    }

    /// The delegate returned without a change: nothing is flipped.
    mutating func frameUnchanged(next: NextUpdate) {
        phase = .idle
        shown += interval
        isPredicted = true
        kernelTimestamp = time(of: shown)
        isSleeping = next == .whenNeeded
    }

    /// The frame was handed to the kernel.
    mutating func frameCommitted(at now: Int64, next: NextUpdate) {
        var drawn = now
        if case .drawing(let since) = phase { drawn = since }
        phase = .pending(drawn: drawn, committed: now)
        isSleeping = next == .whenNeeded
    }

    /// The kernel would not take the frame now: once more at the next refresh.
    mutating func commitRefused(at now: Int64) {
        phase = .idle
        shown = elapsedRefreshes(at: now) - interval + 2
        isPredicted = true
        isSleeping = false
    }

    /// The frame is on the screen.
    ///
    /// - Parameter time: the kernel's, 0 where it does not say.
    mutating func flipCompleted(time: Int64, at now: Int64) {
        guard case .pending(let drawn, let committed) = phase else { return }
        phase = .idle
        presented += 1
        let time = time > 0 ? time : now
        kernelTimestamp = time
        if pacing == .vblank {
            believe(flipAt: time, committed: committed)
        }
        if pacing == .timer || earlyFlips > 0 {
            countTimedFlip(at: time)
        } else {
            countFlip(at: time, drawn: drawn)
        }
        lastFlip = time
    }

    /// Finds out drivers without vblank, whose flips are done as soon as they are asked for.
    ///
    /// Two flips of a display are a refresh apart; and one that was waited for is proof of a vblank.
    private mutating func believe(flipAt time: Int64, committed: Int64) {
        let period = rate.period
        let isTooSoon = lastFlip.map { time - $0 < period / 2 } ?? false
        let wasWaitedFor = time - committed > period / 4
        if isTooSoon || earlyFlips > 0 && !wasWaitedFor {
            earlyFlips += 1
            if earlyFlips >= Self.earlyFlipLimit { pacing = .timer }
        } else {
            earlyFlips = 0
        }
    }

    /// Counts from the display's own refresh.
    private mutating func countFlip(at time: Int64, drawn: Int64) {
        if presented > 1 {
            if isPredicted {
                // Where the display's refresh was is not known; only what took longer than one is late for sure.
                let period = rate.period
                countMissed(refreshes: max(0, (time - drawn - period / 4) / max(period, 1)))
            } else {
                countMissed(refreshes: max(0, rate.refreshes(nearest: time - self.time(of: shown)) - interval))
            }
        }
        anchor = time
        shown = 0
        isPredicted = false
    }

    /// A flip that is shown at once counts for the refresh that it was meant for, or the first one after it.
    private mutating func countTimedFlip(at time: Int64) {
        let period = rate.period
        let late = max(0, time - self.time(of: shown) - interval * period)
        let extra = (late + period - 1) / max(period, 1)
        if presented > 1 { countMissed(refreshes: extra) }
        shown += interval + extra
        isPredicted = true
    }

    /// Wants a frame even if the delegate had nothing new.
    mutating func setNeedsDisplay() {
        needsDisplay = true
    }

    /// When the next frame may be drawn to be shown `interval` refreshes after the current one.
    private var due: Int64 { time(of: shown + interval - 1) }

    /// Whether a flip just said that the refresh has come, which may be ahead of the time it bears.
    private var isReleasedByFlip: Bool { !isPredicted && interval == 1 }

    private func time(of refresh: Int64) -> Int64 {
        anchor + rate.nanoseconds(ofRefreshes: refresh)
    }

    private func elapsedRefreshes(at now: Int64) -> Int64 {
        let nearest = rate.refreshes(nearest: now - anchor)
        return time(of: nearest) > now ? nearest - 1 : nearest
    }

    /// Leaves out the frames whose whole time has passed.
    private mutating func skipMissedFrames(at now: Int64) {
        let skipped = (now - due) / max(rate.nanoseconds(ofRefreshes: interval), 1)
        guard skipped > 0 else { return }
        shown += skipped * interval
        countMissed(refreshes: skipped * interval)
    }

    /// A frame is missed once, however many of its refreshes went by.
    private mutating func countMissed(refreshes: Int64) {
        missed += UInt64((refreshes + interval - 1) / interval)
    }
}
