import Glibc
import Linux
import Synchronization

/// The way of a picture to a simulated screen.
final class SimulatedPipe: DisplayPipe {
    private struct State {
        var shown = 0
        var isBegun = false
        var pending: (buffer: Int, due: Int64)?
        var lastFlip: Int64 = 0
        /// When the first refresh was; the others follow at the mode's exact rate.
        var start: Int64 = 0
        var isLit = false
        var isOver = false
        var losesFlips = false
        /// The CRTC's table of colours, while there is one.
        var table: [SIMD4<UInt16>] = []
    }

    let mode: ScreenMode
    /// The place of its connector on the card.
    let connector: Int
    let crtcIndex: Int
    let longestPeriod: Int64?
    let plan: ScanoutPlan
    let outcome: PipeOutcome
    let buffers: [ScanoutSurface]
    /// The modeset of a card that is replayed.
    let replayed: ReplayedModeset?
    private let abilities: SimulatedAbilities
    private let lease: SignalLease
    /// The card's, which has a list of its pipes.
    private weak let clock: SimulatedVBlankClock?
    private let state = Mutex(State())
    private let whenDisabled: @Sendable (SimulatedPipe) -> Void

    var signal: FrameSignal { lease.signal }
    var pacing: Pacing { longestPeriod != nil ? .variable : .timer }

    init(
        mode: ScreenMode, _ options: PipeOptions, _ outcome: PipeOutcome, _ abilities: SimulatedAbilities,
        plan: ScanoutPlan, format: PixelFormat, longestPeriod: Int64?, connector: Int, crtcIndex: Int,
        lease: consuming SignalLease, clock: SimulatedVBlankClock, replayed: ReplayedModeset? = nil,
        whenDisabled: @escaping @Sendable (SimulatedPipe) -> Void
    ) {
        self.mode = mode
        self.outcome = outcome
        self.abilities = abilities
        self.replayed = replayed
        self.plan = plan
        self.longestPeriod = longestPeriod
        self.connector = connector
        self.crtcIndex = crtcIndex
        self.lease = lease
        self.clock = clock
        self.whenDisabled = whenDisabled
        let table = Self.table(options.adjustment, abilities)
        state.withLock { $0.table = table }
        buffers = (0..<options.bufferCount).map { _ in
            let stride = plan.buffer.width * format.bytesPerPixel
            let bytes = UnsafeMutableRawPointer.allocate(byteCount: stride * plan.buffer.height, alignment: 64)
            bytes.initializeMemory(as: UInt8.self, repeating: 0, count: stride * plan.buffer.height)
            return ScanoutSurface(base: bytes, size: plan.buffer, stride: stride, format: format)
        }
    }

    /// The pipe of a card that is replayed.
    convenience init(
        mode: ScreenMode, _ options: PipeOptions, _ modeset: ReplayedModeset, connector: Int, crtcIndex: Int,
        lease: consuming SignalLease, clock: SimulatedVBlankClock,
        whenDisabled: @escaping @Sendable (SimulatedPipe) -> Void
    ) {
        var abilities = SimulatedAbilities()
        abilities.gammaTableSize = modeset.tableSize
        self.init(
            mode: mode, options, modeset.outcome, abilities, plan: modeset.plan, format: modeset.format,
            longestPeriod: modeset.longestPeriod, connector: connector, crtcIndex: crtcIndex, lease: lease,
            clock: clock, replayed: modeset, whenDisabled: whenDisabled)
    }

    deinit {
        for buffer in buffers { buffer.base.deallocate() }
    }

    func readsFast() -> Bool { true }

    func flip(to buffer: Int, damage: borrowing Damage) -> Int32 {
        let now = MonotonicClock.now
        var due = nextRefresh(after: now, since: state.withLock(\.start))
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

    /// A flip that is late for a refresh is shown at the next one, as on a real screen.
    private func nextRefresh(after now: Int64, since start: Int64) -> Int64 {
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
            signal.post(FlipStamp(time: MonotonicTime(nanoseconds: shown)), generation: signal.currentGeneration)
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

    /// Disables it as another program would: there is no event.
    func switchOffFromOutside() {
        state.withLock { $0.isLit = false }
    }

    /// From now on no flip completes, as with drivers that lose an interrupt.
    func loseFlips() {
        state.withLock { $0.losesFlips = true }
    }

    /// The modeset is made.
    func begin(showing buffer: Int) {
        state.withLock { state in
            state.shown = buffer
            state.isBegun = true
            state.isLit = true
            state.start = MonotonicClock.now
        }
    }

    /// Another pipe has its connector or its CRTC.
    func end() {
        signal.beginGeneration()
        state.withLock { state in
            state.isLit = false
            state.isOver = true
            state.pending = nil
        }
    }

    func disable() -> Bool {
        let isEnabled = state.withLock { $0.isBegun && !$0.isOver }
        end()
        if isEnabled { whenDisabled(self) }
        return true
    }

    /// The picture on the screen.
    ///
    /// The screen's thread never writes to the buffer that is shown, and no flip comes in between.
    func shownPicture() -> Picture {
        state.withLock { DisplayedPicture.picture(of: buffers[$0.shown], plan, mode: mode.size, table: $0.table) }
    }
}

/// The vblanks of a simulated card: one timer, set to the next refresh that shows a flip.
final class SimulatedVBlankClock: Sendable {
    private struct State {
        var pipes: [SimulatedPipe] = []
        /// The time that the timer is set to, or nil.
        var wakeTime: Int64?
    }

    private let timer: MonotonicTimer
    private let state = Mutex(State())

    init() throws(ScreenError) {
        timer = try ScreenError.mapping { () throws(SystemError) in try MonotonicTimer() }
    }

    /// Becomes readable when a flip is due.
    var descriptor: Int32 { timer.descriptor }

    func add(_ pipe: SimulatedPipe) {
        state.withLock { $0.pipes.append(pipe) }
    }

    func remove(_ pipe: SimulatedPipe) {
        state.withLock { state in state.pipes.removeAll { $0 === pipe } }
    }

    /// Makes sure that the timer fires at `time`, or before it.
    func wake(at time: Int64) {
        state.withLock { state in
            if let wakeTime = state.wakeTime, wakeTime <= time { return }
            set(to: time, &state)
        }
    }

    func deliverDueFlips() {
        timer.acknowledge()
        let now = MonotonicClock.now
        state.withLock { state in
            state.wakeTime = nil
            var next: Int64?
            for pipe in state.pipes {
                if let due = pipe.completeFlip(dueBy: now) { next = min(next ?? due, due) }
            }
            if let next { set(to: next, &state) }
        }
    }

    private func set(to time: Int64, _ state: inout State) {
        state.wakeTime = time
        timer.set(to: MonotonicTime(nanoseconds: time))
    }
}
