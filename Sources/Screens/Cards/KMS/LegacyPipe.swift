import Glibc
import KMS
import Linux

/// A connector that is lit by the calls from before atomic commits.
final class LegacyPipe: DisplayPipe {
    let mode: ScreenMode
    let crtc: Int
    let flipsAtRefresh: Bool
    /// Without atomic commits nobody says `VRR_ENABLED`.
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
        mode: ScreenMode, _ options: PipeOptions, _ wishes: ModesetWishes, target: ModesetTarget, device: CardDevice,
        lease: consuming MailboxLease
    ) throws(ScreenError) {
        // All of it is ours to do: these calls have no planes.
        let ways = ScanoutPlan.ways(
            mode: mode.size, orientation: options.orientation ?? target.panelOrientation,
            overscan: options.overscan ?? .none, abilities: ScanoutPlan.Abilities())
        plan = ways[ways.endIndex - 1]
        do throws(KMSError) {
            scanout = try ScanoutBuffer.make(
                options.bufferCount, size: mode.size, format: .xrgb8888, on: device)
            for buffer in scanout { buffer.clear() }
            let framebuffer = scanout[0].framebuffer
            func light() throws(KMSError) {
                try device.setCRTC(
                    target.crtc.id, mode: mode.timings, framebuffer: framebuffer, connectors: [target.connector.id])
            }
            // Before the mode, which is set by them then; there is no way to try that first.
            var taken = wishes.none
            for part in wishes.parts where part.set(on: target.connector, device) { taken = taken.adding(part) }
            do throws(KMSError) {
                try light()
            } catch {
                guard !taken.isEmpty else { throw error }
                taken.undo(on: target.connector, device)
                taken = wishes.none
                try light()
            }
            outcome = wishes.outcome(taken: taken, hasTable: false)
        } catch {
            throw ScreenError(modeset: error, mode: mode, object: "\(device.path) \(target.connector.name)")
        }
        buffers = scanout.map(\.surface)
        crtcID = target.crtc.id
        flipsAtRefresh = device.hasVBlank(crtc: crtcID)
        self.mode = mode
        crtc = target.crtc.index
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
        guard let crtc = try? device.crtc(crtcID, index: crtc) else { return true }
        return crtc.isActive && scanout.contains { $0.framebuffer == crtc.framebuffer }
    }

    func extinguish() -> Bool {
        mailbox.beginGeneration()
        do {
            try device.disableCRTC(crtcID)
            return true
        } catch {
            return false
        }
    }
}
