import Glibc
import KMS
import Linux

/// A connector that is driven by atomic commits.
final class AtomicPipe: DisplayPipe {
    let mode: ScreenMode
    let crtcIndex: Int
    let flipsAtRefresh: Bool
    let longestPeriod: Int64?
    let plan: ScanoutPlan
    let buffers: [ScanoutSurface]
    private let device: CardDevice
    private let lease: MailboxLease
    private let scanout: [ScanoutBuffer]
    private let modeBlob: PropertyBlob
    private let flips: PlaneFlips
    private let crtcID: CRTCID
    private let planeID: PlaneID
    let outcome: PipeOutcome
    private let colors: GammaTable?
    private let off: AtomicRequest
    private let offWithoutConnector: AtomicRequest

    var mailbox: FrameMailbox { lease.mailbox }
    var pacing: Pacing { longestPeriod != nil ? .variable : flipsAtRefresh ? .vblank : .timer }

    init(
        mode: ScreenMode, _ options: PipeOptions, _ optional: OptionalProperties, target: ModesetTarget,
        device: CardDevice,
        lease: consuming MailboxLease
    ) throws(ScreenError) {
        let object = "\(device.path) \(target.connector.name)"
        guard let plane = target.plane else {
            throw ScreenError(
                .system, operation: "set a mode on", object: object, remedy: "the CRTC has no primary plane")
        }
        var longestPeriod = options.variableRefresh ? Self.longestPeriod(of: target, in: mode) : nil
        do throws(KMSError) {
            modeBlob = try PropertyBlob(mode.timings.kernelBytes, on: device)
            let (blob, varies) = (modeBlob.id, longestPeriod != nil)
            func commit(_ optional: OptionalProperties) throws(KMSError) -> ModesetTrial.Outcome {
                let trial = ModesetTrial(mode, options, optional, target: target, plane: plane, on: device, blob: blob)
                let outcome = try trial.run(variableRefresh: varies)
                for buffer in outcome.buffers { buffer.clear() }
                try outcome.modeset.commit(on: device, .allowModeset)
                return outcome
            }
            var taken: ModesetTrial.Outcome
            do throws(KMSError) {
                taken = try commit(optional)
            } catch {
                // Some drivers refuse a commit that they took as a test.
                guard !optional.isEmpty else { throw error }
                taken = try commit(optional.empty)
            }
            if !taken.variableRefresh { longestPeriod = nil }
            (plan, scanout) = (taken.plan, taken.buffers)
            flips = try PlaneFlips(plane: plane, size: plan.buffer, buffers: scanout.count, on: device)
            outcome = optional.outcome(taken: taken.optional, hasTable: target.gammaTableSize != nil)
        } catch {
            throw ScreenError(modeset: error, mode: mode, object: object)
        }
        self.longestPeriod = longestPeriod
        colors = outcome.adjustsColors ? GammaTable(of: target, on: device) : nil
        buffers = scanout.map(\.surface)
        var off = AtomicRequest()
        Self.disable(crtc: target.crtc, plane: plane, in: &off)
        offWithoutConnector = off
        off.set("CRTC_ID", of: target.connector, to: 0)
        self.off = off
        flipsAtRefresh = device.hasVBlank(crtc: target.crtc.id)
        self.mode = mode
        crtcIndex = target.crtc.index
        crtcID = target.crtc.id
        planeID = plane.id
        self.device = device
        self.lease = lease
    }

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
        guard let colors, !CrashHandler.hasBegun else { return .unavailable }
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
        mailbox.beginGeneration()
        // A dock's connector vanishes with the dock, and the kernel refuses a request that names it as a whole.
        for request in [off, offWithoutConnector] {
            do {
                try request.commit(on: device, .allowModeset)
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
