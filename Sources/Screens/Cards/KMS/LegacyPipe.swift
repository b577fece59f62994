import Glibc
import KMS
import Linux

/// A connector that is driven by the calls from before atomic commits.
final class LegacyPipe: DisplayPipe {
    let mode: ScreenMode
    let crtcIndex: Int
    let flipsAtRefresh: Bool
    /// Variable refresh needs `VRR_ENABLED`, a property for atomic commits.
    let longestPeriod: Int64? = nil
    let plan: ScanoutPlan
    let buffers: [ScanoutSurface]
    private let device: CardDevice
    private let lease: MailboxLease
    private let crtcID: CRTCID
    private let scanout: [ScanoutBuffer]
    let outcome: PipeOutcome

    var mailbox: FrameMailbox { lease.mailbox }
    var pacing: Pacing { flipsAtRefresh ? .vblank : .timer }

    init(
        mode: ScreenMode, _ options: PipeOptions, _ optional: OptionalProperties, target: ModesetTarget,
        device: CardDevice,
        lease: consuming MailboxLease
    ) throws(ScreenError) {
        // These calls know no planes: the picture is turned and inset while it is copied.
        let ways = ScanoutPlan.candidates(
            mode: mode.size, orientation: options.orientation ?? target.panelOrientation,
            overscan: options.overscan ?? .none, abilities: ScanoutPlan.Abilities())
        plan = ways[ways.endIndex - 1]
        do throws(KMSError) {
            scanout = try ScanoutBuffer.make(
                options.bufferCount, size: mode.size, format: .xrgb8888, on: device)
            for buffer in scanout { buffer.clear() }
            let framebuffer = scanout[0].framebuffer
            func setMode() throws(KMSError) {
                try device.setCRTC(
                    target.crtc.id, mode: mode.timings, framebuffer: framebuffer, connectors: [target.connector.id])
            }
            // Before the mode, which is then set with them; these calls have no test.
            var taken = optional.empty
            for part in optional.parts where part.set(on: target.connector, device) { taken = taken.adding(part) }
            do throws(KMSError) {
                try setMode()
            } catch {
                guard !taken.isEmpty else { throw error }
                taken.undo(on: target.connector, device)
                taken = optional.empty
                try setMode()
            }
            outcome = optional.outcome(taken: taken, hasTable: false)
        } catch {
            throw ScreenError(modeset: error, mode: mode, object: "\(device.path) \(target.connector.name)")
        }
        buffers = scanout.map(\.surface)
        crtcID = target.crtc.id
        flipsAtRefresh = device.hasVBlank(crtc: crtcID)
        self.mode = mode
        crtcIndex = target.crtc.index
        self.device = device
        self.lease = lease
    }

    func readsFast() -> Bool { !device.capabilities.prefersShadow && (scanout.first?.readsFast() ?? false) }

    func flip(to buffer: Int, damage: borrowing Damage) -> Int32 {
        guard !CrashHandler.hasBegun else { return EACCES }
        do {
            try device.pageFlip(
                crtc: crtcID, framebuffer: scanout[buffer].framebuffer, userData: lease.flipToken)
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

    func disable() -> Bool {
        mailbox.beginGeneration()
        do {
            try device.disableCRTC(crtcID)
            return true
        } catch {
            return false
        }
    }
}
