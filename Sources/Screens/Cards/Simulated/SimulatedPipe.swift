import Glibc
import Linux
import Synchronization

/// A simulated screen that is lit.
final class SimulatedPipe: DisplayPipe {
    private struct State {
        var shown = 0
        var pending: (buffer: Int, due: Int64)?
        var lastFlip: Int64 = 0
        var isLit = true
        var isOver = false
        var losesFlips = false
        /// The CRTC's table of colours, while there is one.
        var table: [SIMD4<UInt16>] = []
    }

    let mode: ScreenMode
    let crtcIndex: Int
    let flipsAtRefresh = true
    let longestPeriod: Int64?
    let plan: ScanoutPlan
    let outcome: PipeOutcome
    let buffers: [ScanoutSurface]
    private let abilities: SimulatedAbilities
    private let lease: MailboxLease
    /// The card's, which has a list of its pipes.
    private weak let clock: SimulatedVBlankClock?
    /// When the first refresh was; the others follow at the mode's exact rate.
    private let start: Int64
    private let state = Mutex(State())
    private let whenDisabled: @Sendable (SimulatedPipe) -> Void

    var mailbox: FrameMailbox { lease.mailbox }
    var pacing: Pacing { longestPeriod != nil ? .variable : .timer }

    init(
        mode: ScreenMode, _ options: PipeOptions, _ outcome: PipeOutcome, _ abilities: SimulatedAbilities,
        plan: ScanoutPlan, format: PixelFormat, longestPeriod: Int64?, crtcIndex: Int, lease: consuming MailboxLease,
        clock: SimulatedVBlankClock,
        whenDisabled: @escaping @Sendable (SimulatedPipe) -> Void
    ) {
        self.mode = mode
        self.outcome = outcome
        self.abilities = abilities
        self.plan = plan
        self.longestPeriod = longestPeriod
        self.crtcIndex = crtcIndex
        self.lease = lease
        self.clock = clock
        self.whenDisabled = whenDisabled
        start = MonotonicClock.now
        let table = Self.table(options.adjustment, abilities)
        state.withLock { $0.table = table }
        buffers = (0..<options.bufferCount).map { _ in
            let stride = plan.buffer.width * format.bytesPerPixel
            let bytes = UnsafeMutableRawPointer.allocate(byteCount: stride * plan.buffer.height, alignment: 64)
            bytes.initializeMemory(as: UInt8.self, repeating: 0, count: stride * plan.buffer.height)
            return ScanoutSurface(base: bytes, size: plan.buffer, stride: stride, format: format)
        }
    }

    deinit {
        for buffer in buffers { buffer.base.deallocate() }
    }

    func readsFast() -> Bool { true }

    func flip(to buffer: Int, damage: borrowing Damage) -> Int32 {
        let now = MonotonicClock.now
        var due = nextRefresh(after: now)
        let result: Int32 = state.withLock { state in
            guard state.isLit else { return EINVAL }
            guard state.pending == nil else { return EBUSY }
            // A display that waits for frames takes one at any time, but none sooner than the mode's rate allows.
            if longestPeriod != nil { due = max(now, state.lastFlip + mode.refreshRate.nanoseconds(ofRefreshes: 1)) }
            state.pending = (buffer, state.losesFlips ? .max : due)
            return 0
        }
        if result == 0 { clock?.wake(at: due) }
        return result
    }

    /// Whoever is late for a refresh makes the next one, as on a real screen.
    private func nextRefresh(after now: Int64) -> Int64 {
        let rate = mode.refreshRate
        let nearest = rate.refreshes(nearest: now - start)
        let due = start + rate.nanoseconds(ofRefreshes: nearest)
        return due > now ? due : start + rate.nanoseconds(ofRefreshes: nearest + 1)
    }

    /// Shows the pending buffer if its refresh has come.
    ///
    /// - Returns: when it will, where it has not.
    func completeFlip(dueBy now: Int64) -> Int64? {
        let (shown, due): (Int64?, Int64?) = state.withLock { state in
            guard let pending = state.pending else { return (nil, nil) }
            guard pending.due <= now else { return (nil, pending.due) }
            state.shown = pending.buffer
            state.lastFlip = pending.due
            state.pending = nil
            return (pending.due, nil)
        }
        if let shown {
            mailbox.post(FlipStamp(time: MonotonicTime(nanoseconds: shown)), generation: mailbox.currentGeneration)
        }
        return due
    }

    func adjust(_ adjustment: ColorAdjustment) -> AdjustmentAnswer {
        guard outcome.adjustsColors else { return .unavailable }
        guard !abilities.needsModesetForGamma else { return .needsModeset }
        let table = Self.table(adjustment, abilities)
        state.withLock { $0.table = table }
        return .done
    }

    private static func table(_ adjustment: ColorAdjustment, _ abilities: SimulatedAbilities) -> [SIMD4<UInt16>] {
        guard let size = abilities.gammaTableSize, adjustment != .neutral else { return [] }
        return ColorRamp(adjustment).entries(size)
    }

    func isOn() -> Bool { state.withLock(\.isLit) }

    /// Switches it off as somebody else would: nobody is told.
    func switchOffFromOutside() {
        state.withLock { $0.isLit = false }
    }

    /// From now on no flip completes, as with drivers that lose an interrupt.
    func loseFlips() {
        state.withLock { $0.losesFlips = true }
    }

    func disable() -> Bool {
        mailbox.beginGeneration()
        let wasLit = state.withLock { state in
            defer {
                state.isLit = false
                state.isOver = true
                state.pending = nil
            }
            return !state.isOver
        }
        if wasLit { whenDisabled(self) }
        return true
    }

    /// What is on the glass.
    ///
    /// The screen's thread never writes to the buffer that is shown, and no flip comes in between.
    func shownPicture() -> Picture {
        state.withLock { GlassPicture.picture(of: buffers[$0.shown], plan, mode: mode.size, table: $0.table) }
    }
}
