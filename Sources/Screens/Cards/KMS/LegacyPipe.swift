import Glibc
import KMS

/// A connector that is lit by the calls from before atomic commits.
final class LegacyPipe: DisplayPipe {
    let mode: ScreenMode
    let crtc: Int
    let flipsAtRefresh: Bool
    let buffers: [PixelBuffer]
    private let device: CardDevice
    private let lease: MailboxLease
    private let crtcID: UInt32
    private let first: DumbBuffer
    private let second: DumbBuffer

    var mailbox: FrameMailbox { lease.mailbox }
    var pacing: Pacing { flipsAtRefresh ? .vblank : .timer }

    init(
        mode: ScreenMode, target: ModesetTarget, device: CardDevice, lease: consuming MailboxLease
    ) throws(ScreenError) {
        do {
            first = try DumbBuffer(width: mode.width, height: mode.height, on: device)
            second = try DumbBuffer(width: mode.width, height: mode.height, on: device)
            try device.setCRTC(
                target.crtc.id, mode: mode.timings, framebuffer: first.framebuffer,
                connectors: [target.connector.id])
        } catch {
            throw ScreenError(modeset: error, mode: mode, object: "\(device.path) \(target.connector.name)")
        }
        buffers = [PixelBuffer(first), PixelBuffer(second)]
        crtcID = target.crtc.id
        flipsAtRefresh = device.hasVBlank(crtc: crtcID)
        self.mode = mode
        crtc = target.crtc.index
        self.device = device
        self.lease = lease
    }

    func flip(to buffer: Int) -> Int32 {
        guard !CrashRestoration.hasBegun else { return EACCES }
        do {
            try device.pageFlip(
                crtc: crtcID, framebuffer: buffer == 0 ? first.framebuffer : second.framebuffer,
                userData: lease.flipToken)
            return 0
        } catch {
            return error.errno
        }
    }

    func isOn() -> Bool {
        guard let crtc = try? device.crtc(crtcID, index: crtc) else { return true }
        return crtc.isActive && (crtc.framebuffer == first.framebuffer || crtc.framebuffer == second.framebuffer)
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
