import KMS

/// A connector that is lit by the calls from before atomic commits.
final class LegacyPipe: DisplayPipe {
    let mode: ScreenMode
    let pacing: Pacing
    let buffers: [PixelBuffer]
    private let device: CardDevice
    private let lease: MailboxLease
    private let crtc: UInt32
    private let first: DumbBuffer
    private let second: DumbBuffer

    var mailbox: FrameMailbox { lease.mailbox }

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
        crtc = target.crtc.id
        pacing = device.hasVBlank(crtc: crtc) ? .vblank : .timer
        self.mode = mode
        self.device = device
        self.lease = lease
    }

    func flip(to buffer: Int) -> Int32 {
        do {
            try device.pageFlip(
                crtc: crtc, framebuffer: buffer == 0 ? first.framebuffer : second.framebuffer,
                userData: lease.flipToken)
            return 0
        } catch {
            return error.errno
        }
    }

    func extinguish() {
        mailbox.beginGeneration()
        try? device.disableCRTC(crtc)
    }
}
