import Glibc
import KMS
import Linux
import Synchronization

/// A connector that is driven by atomic commits: prepared by tests, and enabled in one commit with others.
final class AtomicPipe: DisplayPipe {
    private struct State {
        /// As the driver accepts it.
        var modeset: Modeset
        var outcome: PipeOutcome
        var isEnabled = false
    }

    let mode: ScreenMode
    let crtcIndex: Int
    let longestPeriod: Int64?
    let plan: ScanoutPlan
    let buffers: [ScanoutSurface]
    private let device: CardDevice
    private let lease: SignalLease
    private let optional: OptionalProperties
    private let hasTable: Bool
    private let scanout: [ScanoutBuffer]
    private let blobs: BlobStore
    private let flips: PlaneFlips
    private let crtcID: CRTCID
    private let planeID: PlaneID
    private let colors: GammaTable?
    private let state: Mutex<State>

    var signal: FrameSignal { lease.signal }
    var pacing: Pacing { longestPeriod != nil ? .variable : .vblank }
    var outcome: PipeOutcome { state.withLock(\.outcome) }

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
                plane: modeset.plane, size: modeset.plan.buffer, buffers: trial.buffers.count, on: device)
        } catch {
            throw ScreenError(modeset: error, mode: mode, object: "\(device.path) \(target.connector.name)")
        }
        plan = modeset.plan
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
    /// - Returns: for each the error, or nil where it is enabled.
    static func commit(_ pipes: [(pipe: AtomicPipe, buffer: Int)], on device: CardDevice) -> [ScreenError?] {
        if pipes.count > 1, Set(pipes.map(\.pipe.planeID)).count == pipes.count {
            let request = Modeset.request(
                pipes.map { pipe, buffer in
                    (pipe.state.withLock(\.modeset), pipe.scanout[buffer].framebuffer)
                })
            do {
                let commit = try AtomicCommit(request, blobs: BlobStore(on: device))
                try commit.perform(on: device, [.testOnly, .allowModeset])
                try commit.perform(on: device, .allowModeset)
                for (pipe, _) in pipes { pipe.state.withLock { $0.isEnabled = true } }
                return pipes.map { _ in nil }
            } catch {}
        }
        var enabled: [AtomicPipe] = []
        return pipes.map { pipe, buffer in
            let refusal = pipe.commit(showing: buffer, beside: enabled)
            if refusal == nil { enabled.append(pipe) }
            return refusal
        }
    }

    /// - Parameter others: pipes that have been enabled since this one was prepared.
    private func commit(showing buffer: Int, beside others: [AtomicPipe]) -> ScreenError? {
        let framebuffer = scanout[buffer].framebuffer
        guard !others.contains(where: { $0.planeID == planeID }) else {
            return ScreenError(
                .system, operation: "set \(mode) on", object: device.path, remedy: "another screen uses its plane")
        }
        var modeset = state.withLock(\.modeset).sparing(others.map { $0.state.withLock(\.modeset) })
        do throws(KMSError) {
            do throws(KMSError) {
                try modeset.request(framebuffer: framebuffer).commit(on: device, .allowModeset, blobs: blobs)
            } catch {
                // Some drivers refuse a commit that they took as a test.
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
        do {
            try flips.flip(to: scanout[buffer].framebuffer, damage: damage, token: lease.flipToken)
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
        // A failed read does not mean that it is off: a modeset would disturb a picture that may well be there.
        guard let crtcState = try? device.crtc(crtcID, index: crtcIndex), let planeState = try? device.plane(planeID)
        else {
            return true
        }
        return crtcState.isActive && planeState.crtc == crtcID
            && scanout.contains { $0.framebuffer == planeState.framebuffer }
    }

    func leavePicture() -> Bool { ScanoutBuffer.leave(scanout) }

    func disable() -> Bool {
        signal.beginGeneration()
        guard state.withLock(\.isEnabled) else { return true }
        let modeset = state.withLock(\.modeset)
        // A dock's connector vanishes with the dock, and the kernel refuses a request that names it as a whole.
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

/// The trial of a modeset on a card: test commits, and buffers that become the pipe's.
private struct DeviceTrial: ModesetDriver {
    private(set) var buffers: [ScanoutBuffer] = []
    let blobs: BlobStore
    private let device: CardDevice

    init(on device: CardDevice) {
        self.device = device
        blobs = BlobStore(on: device)
    }

    mutating func makeBuffers(
        _ count: Int, size: Size, format: PixelFormat
    ) throws(KMSError) -> FramebufferID {
        // Those from before give their memory back first.
        buffers = []
        buffers = try ScanoutBuffer.make(max(count, 1), size: size, format: format, on: device)
        return buffers[0].framebuffer
    }

    func test(_ request: AtomicRequest) throws(KMSError) {
        try request.commit(on: device, [.testOnly, .allowModeset], blobs: blobs)
    }
}

/// The table of an enabled CRTC that changes colours (`GAMMA_LUT`).
struct GammaTable: Sendable {
    private let crtc: CRTC
    private let size: Int
    private let device: CardDevice

    /// - Returns: nil where the CRTC has none.
    init?(of target: ModesetTarget, on device: CardDevice) {
        guard let size = target.gammaTableSize else { return nil }
        self.size = size
        crtc = target.crtc
        self.device = device
    }

    /// Sets it without a modeset, and returns when it is at work: so the thread that draws may wait a refresh for the
    /// CRTC, and nothing flickers. To be called by the card's thread.
    ///
    /// - Returns: whether it is set; else nothing has changed.
    func set(_ adjustment: ColorAdjustment) -> Bool {
        do {
            let table = adjustment == .neutral ? nil : ColorRamp(adjustment).bytes(size)
            var request = AtomicRequest()
            request.set("GAMMA_LUT", of: crtc, to: table.map { .blob($0) } ?? .number(0))
            // The kernel keeps a blob that it uses.
            let blobs = BlobStore(on: device)
            let commit = try AtomicCommit(request, blobs: blobs)
            try commit.perform(on: device, .testOnly)
            try commit.perform(on: device, [])
            return true
        } catch {
            return false
        }
    }
}
