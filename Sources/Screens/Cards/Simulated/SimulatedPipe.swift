import Glibc
import ScreensKMS
import ScreensLinux
import ScreensRaster
import Synchronization

/// The path of a picture to a simulated screen.
final class SimulatedPipe: DisplayPipe {
    /// The picture on the screen.
    private enum Shown {
        case buffer(Int)
        case frame(SimulatedVideoMemory)
    }

    private struct State {
        var shown = Shown.buffer(0)
        var isBegun = false
        /// The picture that a flip shows at its time; no time if the flip is lost.
        var pending: (picture: Shown, due: MonotonicTime?)?
        /// The time since which the buffer is shown.
        var lastFlip = MonotonicTime.zero
        /// The number of flips that were shown since the modeset.
        var flipCount: UInt64 = 0
        /// The time of the first refresh. The others follow at the mode's exact rate.
        var start = MonotonicTime.zero
        var isLit = false
        var isOver = false
        var losesFlips = false
        /// The CRTC's colour table; empty without one.
        var table: [SIMD4<UInt16>] = []
    }

    let mode: ScreenMode
    /// The place of its connector on the card.
    let connector: Int
    let crtcIndex: CRTCIndex
    let buffers: [ScanoutSurface]
    let modeset: ReplayedModeset
    private let abilities: SimulatedAbilities
    private let lease: SignalLease
    /// The source of the card's vblanks, which lists its pipes.
    private weak let vblanks: SimulatedVBlanks?
    private let time: TimeSource
    private let refusals: SimulatedRefusals
    private let opener: SimulatedMastership.Opener?
    private let state = Mutex(State())
    private let onDisabled: @Sendable (SimulatedPipe) -> Void

    var longestPeriod: Nanoseconds? { modeset.longestPeriod }
    var plan: ScanoutPlan { modeset.plan }
    var outcome: PipeOutcome { modeset.outcome }
    var signal: FrameSignal { lease.signal }
    var pacing: Pacing { longestPeriod != nil ? .variable : .timer }

    /// - Parameters:
    ///   - abilities: the abilities of the screen; nil on a card of a document.
    ///   - opener: the opener that may flip while it is the card's master; nil if that is not checked.
    init(
        mode: ScreenMode, _ options: PipeOptions, _ modeset: ReplayedModeset, _ abilities: SimulatedAbilities?,
        connector: Int, crtcIndex: CRTCIndex, lease: consuming SignalLease, vblanks: SimulatedVBlanks,
        refusals: SimulatedRefusals, opener: SimulatedMastership.Opener?,
        onDisabled: @escaping @Sendable (SimulatedPipe) -> Void
    ) throws(ScreenError) {
        do {
            buffers = try Self.buffers(options.bufferCount, size: modeset.plan.buffer, format: modeset.format)
        } catch {
            throw ScreenError(modeset: error, mode: mode, object: "a simulated screen") { nil }
        }
        var known = abilities ?? SimulatedAbilities()
        known.gammaTableSize = modeset.tableSize
        self.abilities = known
        self.mode = mode
        self.modeset = modeset
        self.connector = connector
        self.crtcIndex = crtcIndex
        self.lease = lease
        self.vblanks = vblanks
        self.refusals = refusals
        self.opener = opener
        time = vblanks.time
        self.onDisabled = onDisabled
        let table = Self.table(options.adjustment, known)
        state.withLock { $0.table = table }
    }

    /// Makes buffers. Pages that are never written take no memory.
    private static func buffers(
        _ count: Int, size: Size, format: PixelFormat
    ) throws(KMSError) -> [ScanoutSurface] {
        let stride = size.width * format.bytesPerPixel
        var buffers: [ScanoutSurface] = []
        for _ in 0..<count {
            guard let base = calloc(max(stride * size.height, 1), 1) else {
                for buffer in buffers { free(buffer.base) }
                throw KMSError(call: "a framebuffer", object: "\(size.width)x\(size.height)", errno: ENOMEM)
            }
            buffers.append(ScanoutSurface(base: base, size: size, stride: stride, format: format))
        }
        return buffers
    }

    deinit {
        for buffer in buffers { free(buffer.base) }
    }

    func readsFast() -> Bool { true }

    /// The largest rounding of two refresh times together.
    private static let rounding: Nanoseconds = 2

    private var mayCommit: Bool { opener?.isMaster ?? true }

    func flip(to buffer: Int, damage: borrowing Damage) -> Int32 { flip(to: .buffer(buffer)) }

    private func flip(to picture: Shown) -> Int32 {
        guard mayCommit else { return EACCES }
        if let errno = refusals.takeFlip() { return errno }
        let now = time.now
        // The engine computes the times of refreshes from the last flip, and may round one down by a nanosecond. A flip
        // at that time is for the refresh after it, as on hardware, whose commits come before the refresh.
        var due = nextRefresh(after: now + Self.rounding, since: state.withLock(\.start))
        let result: Int32 = state.withLock { state in
            guard state.isLit else { return EINVAL }
            guard state.pending == nil else { return EBUSY }
            // A display that waits for frames takes one at any time, but not sooner than the mode's rate allows.
            if longestPeriod != nil { due = max(now, state.lastFlip + mode.refreshRate.nanoseconds(ofRefreshes: 1)) }
            state.pending = (picture, state.losesFlips ? nil : due)
            return 0
        }
        if result == 0 { vblanks?.wake(for: due) }
        return result
    }

    /// The refresh at which a flip is shown. A flip that is late for a refresh is shown at the next one, as on a real
    /// screen.
    private func nextRefresh(after now: MonotonicTime, since start: MonotonicTime) -> MonotonicTime {
        let rate = mode.refreshRate
        let nearest = rate.refreshes(nearest: now - start)
        let due = start + rate.nanoseconds(ofRefreshes: nearest)
        return due > now ? due : start + rate.nanoseconds(ofRefreshes: nearest + 1)
    }

    /// The first refresh after a time; nil while the screen is dark.
    func nextRefresh(after now: MonotonicTime) -> MonotonicTime? {
        let start = state.withLock { $0.isLit ? $0.start : nil }
        return start.map { nextRefresh(after: now, since: $0) }
    }

    /// The time at which the pending buffer is shown; nil if there is none, or its flip is lost.
    var flipDue: MonotonicTime? { state.withLock { $0.pending?.due } }

    /// Shows the pending buffer if its refresh has come.
    func completeFlip(dueBy now: MonotonicTime) {
        let shown = state.withLock { state -> MonotonicTime? in
            guard let pending = state.pending, let due = pending.due, due <= now else { return nil }
            state.shown = pending.picture
            state.lastFlip = due
            state.flipCount += 1
            state.pending = nil
            return due
        }
        if let shown { signal.post(FlipStamp(time: shown), generation: signal.currentGeneration) }
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

    func isInMode() -> Bool { state.withLock(\.isLit) }

    /// Disables the CRTC as another program would: without an event.
    func disableFromOutside() {
        state.withLock { $0.isLit = false }
    }

    /// Makes flips no longer complete, as with drivers that lose an interrupt.
    func loseFlips() {
        state.withLock { $0.losesFlips = true }
    }

    /// Records that the modeset is made.
    func begin(showing buffer: Int) {
        state.withLock { state in
            state.shown = .buffer(buffer)
            state.isBegun = true
            state.isLit = true
            state.start = time.now
            state.lastFlip = state.start
        }
    }

    /// Ends the pipe: another pipe has its connector or its CRTC.
    func end() {
        signal.beginGeneration()
        state.withLock { state in
            state.isLit = false
            state.isOver = true
            state.pending = nil
        }
    }

    func disable() -> Bool {
        guard mayCommit else {
            // The picture stays until another pipe's modeset. The flip of a closed file is reported to no reader.
            signal.beginGeneration()
            return false
        }
        let isEnabled = state.withLock { $0.isBegun && !$0.isOver }
        end()
        if isEnabled { onDisabled(self) }
        return true
    }

    /// Does nothing: a simulated card keeps the pipe that it shows.
    func leavePicture() -> Bool { true }

    /// The frame on the screen.
    ///
    /// The screen's thread never writes to the buffer that is shown, and no flip comes in between.
    func shownFrame() -> PresentedFrame {
        state.withLock { state in
            PresentedFrame(number: state.flipCount, timestamp: state.lastFlip, picture: picture(of: state))
        }
    }

    /// Whether the plane shows video in place of the canvas.
    var showsVideo: Bool {
        state.withLock { state in
            if case .frame = state.shown { true } else { false }
        }
    }

    private func picture(of state: State) -> Picture {
        switch state.shown {
        case .buffer(let number):
            DisplayedPicture.picture(of: buffers[number], plan, mode: mode.scanoutSize, table: state.table)
        case .frame(let memory):
            DisplayedPicture.picture(
                of: memory.frame, memory.placement, plan, mode: mode.scanoutSize, table: state.table)
        }
    }
}

extension SimulatedPipe: DirectBufferSource {
    /// The pipe itself, if the plane shows some video formats.
    var directSource: (any DirectBufferSource)? {
        plan.allowsDirectScanout && !abilities.videoFormats.isEmpty ? self : nil
    }

    var formats: [ScanoutFormat] {
        VideoPixelFormat.allCases.filter(abilities.videoFormats.contains).map {
            ScanoutFormat(pixels: $0, modifiers: [0])
        }
    }

    /// Does nothing: the memory of the frames goes with the last reference.
    func releaseDirectBuffers() {}

    /// Makes frames in ordinary memory.
    func makeBuffers(_ placement: DirectPlacement) -> [DirectBuffer] {
        guard abilities.videoFormats.contains(placement.format.pixels) else { return [] }
        return buffers.map { _ in
            let memory = SimulatedVideoMemory(placement)
            return DirectBuffer(placement, memory.frame) { [weak self] in self?.flip(to: .frame(memory)) ?? ENODEV }
        }
    }

    /// Returns nil: a simulated card has no memory that others could share.
    func makeBuffer(_ placement: DirectPlacement, in memory: SharedVideoMemory) -> DirectBuffer? { nil }
}
