import Glibc
import ScreensKMS
import ScreensLinux
import Synchronization

/// A connector that is driven by atomic commits: prepared by tests, and enabled in one commit with others.
final class AtomicPipe: DisplayPipe {
    private struct State {
        /// The modeset that the driver accepts.
        var modeset: Modeset
        var outcome: PipeOutcome
        var isEnabled = false
    }

    let mode: ScreenMode
    let crtcIndex: CRTCIndex
    let longestPeriod: Nanoseconds?
    let plan: ScanoutPlan
    let buffers: [ScanoutSurface]
    private let device: CardDevice
    private let lease: SignalLease
    private let optional: OptionalProperties
    private let hasTable: Bool
    private let scanout: [ScanoutBuffer]
    private let blobs: BlobTable
    private let flips: PlaneFlips
    private let directFramebuffers: DirectFramebufferSource?
    private let crtcID: CRTCID
    private let planeID: PlaneID
    private let colors: GammaTable?
    private let state: Mutex<State>

    var signal: FrameSignal { lease.signal }
    var pacing: Pacing { longestPeriod != nil ? .variable : .vblank }
    var outcome: PipeOutcome { state.withLock(\.outcome) }
    var directSource: (any DirectBufferSource)? { directFramebuffers }

    init(
        mode: ScreenMode, _ options: PipeOptions, _ optional: OptionalProperties, target: ModesetTarget,
        device: CardDevice,
        lease: consuming SignalLease
    ) throws(ScreenError) {
        var trial = DeviceTrial(on: device)
        var search = try ModesetSearch(mode, options, optional, target: target)
        let modeset: Modeset
        do throws(KMSError) {
            modeset = try search.run(on: &trial)
            flips = try PlaneFlips(
                plane: modeset.plane, size: modeset.plan.buffer, place: modeset.plan.place,
                buffers: trial.buffers.count, on: device)
        } catch {
            throw ScreenError(modeset: error, mode: mode, object: "\(device.path) \(target.connector.name)")
        }
        plan = modeset.plan
        directFramebuffers = DirectFramebufferSource(
            on: modeset.plane, modeset.plan, beside: trial.buffers, flips, lease.tokens, device: device)
        scanout = trial.buffers
        blobs = trial.blobs
        for buffer in scanout { buffer.clear() }
        hasTable = target.gammaTableSize != nil
        let outcome = optional.outcome(taken: modeset.optional, hasTable: hasTable)
        state = Mutex(State(modeset: modeset, outcome: outcome))
        longestPeriod = modeset.variableRefresh ? target.longestPeriod(in: mode) : nil
        colors = outcome.adjustsColors ? GammaTable(of: target, on: device) : nil
        buffers = scanout.map(\.surface)
        self.mode = mode
        self.optional = optional
        crtcIndex = target.crtc.index
        crtcID = target.crtc.id
        planeID = modeset.plane.id
        self.device = device
        self.lease = lease
    }

    // MARK: The modeset

    /// Enables pipes in one commit, which is tested first, or one by one.
    ///
    /// - Returns: the error of each pipe, or nil if it is enabled.
    static func commit(_ pipes: [(pipe: AtomicPipe, buffer: Int)], on device: CardDevice) -> [ScreenError?] {
        var enabled: [AtomicPipe] = []
        let isComplete = pipes.allSatisfy { !$0.pipe.scanout[$0.buffer].isLost }
        return JointCommit.perform(
            pipes, mayBeJoint: isComplete && Set(pipes.map(\.pipe.planeID)).count == pipes.count
        ) { pipes throws(ScreenError) in
            try commitJointly(pipes, on: device)
        } single: { pipe, buffer in
            let refusal = pipe.commit(showing: buffer, beside: enabled)
            if refusal == nil { enabled.append(pipe) }
            return refusal
        }
    }

    private static func commitJointly(
        _ pipes: [(pipe: AtomicPipe, buffer: Int)], on device: CardDevice
    ) throws(ScreenError) {
        do throws(KMSError) {
            let commit = try commit(of: pipes)
            try commit.perform(on: device, [.testOnly, .allowModeset])
            try commit.perform(on: device, .allowModeset)
        } catch {
            throw ScreenError(error, operation: "set the modes of several screens on", object: device.path)
        }
        for (pipe, _) in pipes { pipe.state.withLock { $0.isEnabled = true } }
    }

    /// Makes the commit of several pipes, each with the blobs of its tests. The kernel keeps the blob that a CRTC got
    /// last, so new blobs would take memory in addition to these.
    private static func commit(of pipes: [(pipe: AtomicPipe, buffer: Int)]) throws(KMSError) -> AtomicCommit {
        var commit = AtomicCommit()
        let modesets = pipes.map { $0.pipe.state.withLock(\.modeset) }
        for (modeset, (pipe, _)) in zip(modesets, pipes) {
            commit.append(try AtomicCommit(modeset.takingDown(), blobs: pipe.blobs))
        }
        for (modeset, (pipe, buffer)) in zip(modesets, pipes) {
            let framebuffer = pipe.scanout[buffer].framebuffer
            commit.append(try AtomicCommit(modeset.settingUp(framebuffer), blobs: pipe.blobs))
        }
        return commit
    }

    /// - Parameter others: pipes that have been enabled since this one was prepared.
    private func commit(showing buffer: Int, beside others: [AtomicPipe]) -> ScreenError? {
        let framebuffer = scanout[buffer].framebuffer
        guard !others.contains(where: { $0.planeID == planeID }) else {
            return ScreenError(
                .system, operation: "set \(mode) on", object: device.path,
                circumstances: "another screen uses its plane", remedy: "turn one of the two screens off")
        }
        var modeset = state.withLock(\.modeset).sparing(others.map { $0.state.withLock(\.modeset) })
        do throws(KMSError) {
            try scanout[buffer].requireMemory()
            do throws(KMSError) {
                try modeset.request(framebuffer: framebuffer).commit(on: device, .allowModeset, blobs: blobs)
            } catch {
                // Some drivers refuse a commit although they accepted it as a test.
                guard !modeset.optional.isEmpty else { throw error }
                modeset = modeset.with(optional.empty)
                try modeset.request(framebuffer: framebuffer).commit(on: device, .allowModeset, blobs: blobs)
            }
        } catch {
            return ScreenError(modeset: error, mode: mode, object: "\(device.path) \(modeset.target.connector.name)")
        }
        let outcome = optional.outcome(taken: modeset.optional, hasTable: hasTable)
        state.withLock { $0 = State(modeset: modeset, outcome: outcome, isEnabled: true) }
        return nil
    }

    // MARK: While it is enabled

    func readsFast() -> Bool { !device.capabilities.prefersShadow && (scanout.first?.readsFast() ?? false) }

    func flip(to buffer: Int, damage: borrowing Damage) -> Int32 {
        guard !CrashHandler.hasBegun else { return EACCES }
        guard !scanout[buffer].isLost else { return EFAULT }
        do {
            try flips.flip(to: scanout[buffer].framebuffer, damage: damage, token: lease.tokens.current)
            return 0
        } catch {
            return error.errno
        }
    }

    func adjust(_ adjustment: ColorAdjustment) -> AdjustmentAnswer {
        guard let colors, outcome.adjustsColors, !CrashHandler.hasBegun else { return .unavailable }
        return colors.set(adjustment) ? .done : .needsModeset
    }

    func isOn() -> Bool {
        // A failed read does not mean that the screen is off: a modeset would disturb a picture that may well be there.
        guard let crtcState = try? device.crtc(crtcID, index: crtcIndex), let planeState = try? device.plane(planeID)
        else {
            return true
        }
        return crtcState.isActive && planeState.crtc == crtcID
            && (scanout.contains { $0.framebuffer == planeState.framebuffer }
                || planeState.framebuffer.map(flips.mayShow) ?? false)
    }

    func isInMode() -> Bool { device.isLit(crtcID, index: crtcIndex, in: mode) }

    func leavePicture() -> Bool {
        let leavesBuffers = ScanoutBuffer.leave(scanout)
        return flips.leaveDirectBuffers() && leavesBuffers
    }

    func disable() -> Bool {
        signal.beginGeneration()
        guard state.withLock(\.isEnabled) else { return true }
        let modeset = state.withLock(\.modeset)
        // A dock's connector vanishes with the dock. The kernel refuses a whole request that names such a connector.
        for namingConnector in [true, false] {
            do {
                try modeset.disabling(namingConnector: namingConnector).commit(on: device, .allowModeset, blobs: blobs)
                state.withLock { $0.isEnabled = false }
                return true
            } catch {}
        }
        return false
    }
}

/// The trial of a modeset on a card: its test commits, and the buffers, which the pipe gets afterwards.
private struct DeviceTrial: ModesetDriver {
    private(set) var buffers: [ScanoutBuffer] = []
    let blobs: BlobTable
    private let device: CardDevice

    init(on device: CardDevice) {
        self.device = device
        blobs = BlobTable(on: device)
    }

    mutating func makeBuffers(
        _ count: Int, size: Size, format: PixelFormat
    ) throws(KMSError) -> FramebufferID {
        // The former buffers give their memory back first.
        buffers = []
        buffers = try ScanoutBuffer.make(max(count, 1), size: size, format: format, on: device)
        return buffers[0].framebuffer
    }

    func test(_ request: AtomicRequest) throws(KMSError) {
        try request.commit(on: device, [.testOnly, .allowModeset], blobs: blobs)
    }
}
