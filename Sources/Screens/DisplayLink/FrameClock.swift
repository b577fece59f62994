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
        case drawing
        case pending(since: Int64)
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
    private var nextNumber: UInt64 = 0
    /// A refresh whose time is known.
    private var anchor: Int64
    /// Refreshes from the anchor to the one at which the current frame is, or counts as, shown.
    private var shown: Int64 = 0
    /// Whether the time of the current refresh was only computed.
    private var isPredicted = true
    private var earlyFlips = 0
    private var kernelTimestamp: Int64

    /// - Parameters:
    ///   - interval: refreshes from one frame to the next, at least 1.
    ///   - start: when the screen was lit.
    init(rate: RefreshRate, interval: Int, pacing: Pacing, start: Int64) {
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
        case .pending(let since):
            let limit = since + Self.stallLimit
            guard now >= limit else { return .wait(until: limit) }
            phase = .stalled
            return .stalled
        case .idle: break
        }
        if isSleeping {
            guard needsDisplay else { return .wait(until: nil) }
            isSleeping = false
            isPredicted = true
            shown = elapsedRefreshes(at: now) - interval + 1
        } else {
            guard now >= due || isReleasedByFlip else { return .wait(until: due) }
            skipMissedFrames(at: now)
        }
        needsDisplay = false
        phase = .drawing
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
        phase = .pending(since: now)
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
        guard case .pending = phase else { return }
        phase = .idle
        presented += 1
        let time = time > 0 ? time : now
        let elapsed = time - self.time(of: shown)
        let period = rate.period

        if pacing == .vblank {
            if !isFirstFlip && elapsed < interval * period - period / 2 {
                earlyFlips += 1
                if earlyFlips >= Self.earlyFlipLimit { pacing = .timer }
            } else {
                earlyFlips = 0
                let refreshes = rate.refreshes(nearest: elapsed)
                let expected = interval + (isPredicted ? 1 : 0)
                if !isFirstFlip, refreshes > expected { countMissed(refreshes: refreshes - expected) }
                anchor = time
                shown = 0
                isPredicted = false
                kernelTimestamp = time
                return
            }
        }
        // It was shown at once; it counts for the refresh that it was meant for, or the first one after it.
        let late = max(0, elapsed - interval * period)
        let extra = (late + period - 1) / max(period, 1)
        if !isFirstFlip { countMissed(refreshes: extra) }
        shown += interval + extra
        isPredicted = true
        kernelTimestamp = time
    }

    /// Wants a frame even if the delegate had nothing new.
    mutating func setNeedsDisplay() {
        needsDisplay = true
    }

    private var isFirstFlip: Bool { presented == 1 }

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
