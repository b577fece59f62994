import Glibc
import ScreensKMS
import ScreensLinux
import Synchronization

/// A connector that is driven by the legacy calls from before atomic commits, which have no test.
final class LegacyPipe: DisplayPipe {
    private struct State {
        var outcome: PipeOutcome
        var isEnabled = false
    }

    let mode: ScreenMode
    let crtcIndex: CRTCIndex
    /// No state, since variable refresh needs `VRR_ENABLED`, a property for atomic commits.
    let longestPeriod: Nanoseconds? = nil
    let plan: ScanoutPlan
    let buffers: [ScanoutSurface]
    private let device: CardDevice
    private let lease: SignalLease
    private let crtcID: CRTCID
    private let retiredCRTCs: RetiredCRTCs
    private let connector: Connector
    private let optional: OptionalProperties
    private let scanout: [ScanoutBuffer]
    private let state: Mutex<State>

    var signal: FrameSignal { lease.signal }
    var outcome: PipeOutcome { state.withLock(\.outcome) }
    var pacing: Pacing { .vblank }

    init(
        mode: ScreenMode, _ options: PipeOptions, _ optional: OptionalProperties, target: ModesetTarget,
        device: CardDevice,
        lease: consuming SignalLease
    ) throws(ScreenError) {
        plan = target.planWithoutPlanes(mode, options)
        do throws(KMSError) {
            scanout = try ScanoutBuffer.make(
                options.bufferCount, size: plan.buffer, format: .xrgb8888, on: device)
        } catch {
            throw ScreenError(modeset: error, mode: mode, object: "\(device.path) \(target.connector.name)")
        }
        for buffer in scanout { buffer.clear() }
        buffers = scanout.map(\.surface)
        connector = target.connector
        self.optional = optional
        state = Mutex(State(outcome: optional.outcome(taken: optional, hasTable: false)))
        crtcID = target.crtc.id
        retiredCRTCs = RetiredCRTCs(of: target)
        self.mode = mode
        crtcIndex = target.crtc.index
        self.device = device
        self.lease = lease
    }

    /// Enables the connector.
    func commit(showing buffer: Int) -> ScreenError? {
        func setMode() throws(KMSError) {
            try device.setCRTC(
                crtcID, mode: mode.timings, framebuffer: scanout[buffer].framebuffer, connectors: [connector.id])
        }
        var taken = optional.empty
        let blobs = BlobTable(on: device)
        let ramp = neutralizeColors()
        do throws(KMSError) {
            try scanout[buffer].requireMemory()
            // The cursor of another program would be over the first picture.
            device.hideCursor(of: crtcID)
            try retiredCRTCs.disabled(on: device) { () throws(KMSError) in
                // The properties are set before the mode, so that it is set with them.
                for part in optional.parts where part.set(on: connector, device, blobs: blobs) {
                    taken = taken.adding(part)
                }
                do throws(KMSError) {
                    try setMode()
                } catch {
                    guard !taken.isEmpty else { throw error }
                    taken.undo(on: connector, device)
                    taken = optional.empty
                    try setMode()
                }
            }
        } catch {
            if let ramp { try? device.setGamma(ramp, of: crtcID) }
            return ScreenError(modeset: error, mode: mode, object: "\(device.path) \(connector.name)")
        }
        let outcome = optional.outcome(taken: taken, hasTable: false)
        state.withLock { $0 = State(outcome: outcome, isEnabled: true) }
        return nil
    }

    /// Resets the colour table that another program has left on the CRTC.
    ///
    /// - Returns: the former table, if it was not neutral.
    private func neutralizeColors() -> GammaRamp? {
        guard let ramp = try? device.gamma(of: crtcID) else { return nil }
        let neutral = GammaRamp.neutral(ramp.red.count)
        // The table is set even if it reads as neutral: the legacy calls do not report a table of an atomic commit.
        guard (try? device.setGamma(neutral, of: crtcID)) != nil, ramp != neutral else { return nil }
        return ramp
    }

    func readsFast() -> Bool { !device.capabilities.prefersShadow && (scanout.first?.readsFast() ?? false) }

    func flip(to buffer: Int, damage: borrowing Damage) -> Int32 {
        guard !CrashHandler.hasBegun else { return EACCES }
        guard !scanout[buffer].isLost else { return EFAULT }
        do {
            try device.pageFlip(
                crtc: crtcID, framebuffer: scanout[buffer].framebuffer, userData: lease.tokens.current)
            return 0
        } catch {
            return error.errno
        }
    }

    func adjust(_ adjustment: ColorAdjustment) -> AdjustmentAnswer { .unavailable }

    func isOn() -> Bool {
        guard let crtc = try? device.crtc(crtcID, index: crtcIndex) else { return true }
        return crtc.isActive && scanout.contains { $0.framebuffer == crtc.framebuffer }
    }

    func isInMode() -> Bool { device.isLit(crtcID, index: crtcIndex, in: mode) }

    func leavePicture() -> Bool { ScanoutBuffer.leave(scanout) }

    func disable() -> Bool {
        signal.beginGeneration()
        guard state.withLock(\.isEnabled) else { return true }
        do {
            try device.disableCRTC(crtcID)
            state.withLock { $0.isEnabled = false }
            return true
        } catch {
            return false
        }
    }
}
