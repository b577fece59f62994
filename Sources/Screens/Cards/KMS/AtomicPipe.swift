import Glibc
import KMS
import Linux
import Synchronization

/// A connector that is driven by atomic commits: prepared by tests, and enabled in one commit with others.
final class AtomicPipe: DisplayPipe {
    private struct State {
        /// As the driver takes it.
        var modeset: Modeset
        var outcome: PipeOutcome
        var isEnabled = false
    }

    let mode: ScreenMode
    let crtcIndex: Int
    let flipsAtRefresh: Bool
    let longestPeriod: Int64?
    let plan: ScanoutPlan
    let buffers: [ScanoutSurface]
    private let device: CardDevice
    private let lease: SignalLease
    private let optional: OptionalProperties
    private let hasTable: Bool
    private let scanout: [ScanoutBuffer]
    private let modeBlob: PropertyBlob
    private let flips: PlaneFlips
    private let crtcID: CRTCID
    private let planeID: PlaneID
    private let colors: GammaTable?
    private let off: AtomicRequest
    private let offWithoutConnector: AtomicRequest
    private let state: Mutex<State>

    var signal: FrameSignal { lease.signal }
    var pacing: Pacing { longestPeriod != nil ? .variable : flipsAtRefresh ? .vblank : .timer }
    var outcome: PipeOutcome { state.withLock(\.outcome) }

    init(
        mode: ScreenMode, _ options: PipeOptions, _ optional: OptionalProperties, target: ModesetTarget,
        device: CardDevice,
        lease: consuming SignalLease
    ) throws(ScreenError) {
        let object = "\(device.path) \(target.connector.name)"
        guard let plane = target.plane else {
            throw ScreenError(
                .system, operation: "set a mode on", object: object, remedy: "the CRTC has no primary plane")
        }
        let longestPeriod = options.variableRefresh ? Self.longestPeriod(of: target, in: mode) : nil
        let taken: ModesetTrial.Outcome
        do throws(KMSError) {
            modeBlob = try PropertyBlob(mode.timings.kernelBytes, on: device)
            taken = try ModesetTrial(
                mode, options, optional, target: target, plane: plane, on: device, blob: modeBlob.id
            ).run(variableRefresh: longestPeriod != nil)
            flips = try PlaneFlips(plane: plane, size: taken.plan.buffer, buffers: taken.buffers.count, on: device)
        } catch {
            throw ScreenError(modeset: error, mode: mode, object: object)
        }
        (plan, scanout) = (taken.plan, taken.buffers)
        for buffer in scanout { buffer.clear() }
        hasTable = target.gammaTableSize != nil
        let outcome = optional.outcome(taken: taken.optional, hasTable: hasTable)
        state = Mutex(State(modeset: taken.modeset, outcome: outcome))
        self.longestPeriod = taken.variableRefresh ? longestPeriod : nil
        colors = outcome.adjustsColors ? GammaTable(of: target, on: device) : nil
        buffers = scanout.map(\.surface)
        var off = AtomicRequest()
        Self.disable(crtc: target.crtc, plane: plane, in: &off)
        offWithoutConnector = off
        off.set("CRTC_ID", of: target.connector, to: 0)
        self.off = off
        // A CRTC that is not enabled yet counts none.
        flipsAtRefresh = device.driverHasVBlank(crtc: target.crtc.id)
        self.mode = mode
        self.optional = optional
        crtcIndex = target.crtc.index
        crtcID = target.crtc.id
        planeID = plane.id
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
                try request.commit(on: device, [.testOnly, .allowModeset])
                try request.commit(on: device, .allowModeset)
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
                .system, operation: "set \(mode) on", object: device.path, remedy: "another screen has its plane")
        }
        var modeset = state.withLock(\.modeset).sparing(others.map { $0.state.withLock(\.modeset) })
        do throws(KMSError) {
            do throws(KMSError) {
                try modeset.request(framebuffer: framebuffer).commit(on: device, .allowModeset)
            } catch {
                // Some drivers refuse a commit that they took as a test.
                guard !modeset.optional.isEmpty else { throw error }
                modeset.optional = optional.empty
                try modeset.request(framebuffer: framebuffer).commit(on: device, .allowModeset)
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

    func disable() -> Bool {
        signal.beginGeneration()
        guard state.withLock(\.isEnabled) else { return true }
        // A dock's connector vanishes with the dock, and the kernel refuses a request that names it as a whole.
        for request in [off, offWithoutConnector] {
            do {
                try request.commit(on: device, .allowModeset)
                state.withLock { $0.isEnabled = false }
                return true
            } catch {}
        }
        return false
    }

    /// How long the display waits for a frame, where connector, CRTC and EDID all report variable refresh.
    private static func longestPeriod(of target: ModesetTarget, in mode: ScreenMode) -> Int64? {
        guard target.connector.properties["vrr_capable"]?.value == 1, target.crtc.properties["VRR_ENABLED"] != nil
        else { return nil }
        return VariableRefresh.longestPeriod(edid: target.connector.edid, in: mode.refreshRate)
    }

    private static func disable(crtc: CRTC, plane: Plane, in request: inout AtomicRequest) {
        request.set("FB_ID", of: plane, to: 0)
        request.set("CRTC_ID", of: plane, to: 0)
        request.set("MODE_ID", of: crtc, to: 0)
        request.set("ACTIVE", of: crtc, to: 0)
    }
}

/// The table of a lit CRTC that changes colours (`GAMMA_LUT`).
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
            // The kernel keeps a blob that it uses.
            let blob = adjustment == .neutral ? nil : try SharedBlob(ColorRamp(adjustment).bytes(size), on: device)
            var request = AtomicRequest()
            request.set("GAMMA_LUT", of: crtc, to: blob?.id)
            try request.commit(on: device, .testOnly)
            try request.commit(on: device, [])
            return true
        } catch {
            return false
        }
    }
}
