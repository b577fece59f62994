import Glibc
import KMS

/// A connector that is lit by atomic commits.
final class AtomicPipe: DisplayPipe {
    let mode: ScreenMode
    let crtc: Int
    let flipsAtRefresh: Bool
    let longestPeriod: Int64?
    let buffers: [PixelBuffer]
    private let device: CardDevice
    private let lease: MailboxLease
    private let scanout: [ScanoutBuffer]
    private let modeBlob: PropertyBlob
    private let flips: PlaneFlips
    private let crtcID: UInt32
    private let planeID: UInt32
    private let off: AtomicRequest
    private let offWithoutConnector: AtomicRequest

    var mailbox: FrameMailbox { lease.mailbox }
    var pacing: Pacing { longestPeriod != nil ? .variable : flipsAtRefresh ? .vblank : .timer }

    init(
        mode: ScreenMode, _ options: PipeOptions, target: ModesetTarget, device: CardDevice,
        lease: consuming MailboxLease
    ) throws(ScreenError) {
        let object = "\(device.path) \(target.connector.name)"
        guard let plane = target.plane else {
            throw ScreenError(
                .system, operation: "set a mode on", object: object, remedy: "the CRTC has no primary plane")
        }
        var longestPeriod = options.variesRefresh ? Self.longestPeriod(of: target, in: mode) : nil
        do {
            scanout = try ScanoutBuffer.make(options.bufferCount, size: mode.size, on: device)
            flips = try PlaneFlips(plane: plane, size: mode.size, buffers: scanout.count, on: device)
            modeBlob = try PropertyBlob(mode.timings.kernelBytes, on: device)
            let (blob, framebuffer) = (modeBlob.id, scanout[0].framebuffer)
            let modesets = [true, false].map { variesRefresh in
                Self.modeset(
                    mode, blob: blob, framebuffer: framebuffer, target: target, plane: plane,
                    variesRefresh: variesRefresh)
            }
            // A mode that the driver refuses to vary is still one to be shown.
            if longestPeriod != nil, !modesets[0].isAccepted(by: device) { longestPeriod = nil }
            let modeset = modesets[longestPeriod != nil ? 0 : 1]
            try modeset.commit(on: device, [.testOnly, .allowModeset])
            for buffer in scanout { buffer.clear() }
            try modeset.commit(on: device, .allowModeset)
        } catch {
            throw ScreenError(modeset: error, mode: mode, object: object)
        }
        self.longestPeriod = longestPeriod
        buffers = scanout.map(\.pixels)
        var off = AtomicRequest()
        Self.switchOff(crtc: target.crtc, plane: plane, in: &off)
        offWithoutConnector = off
        off.select(target.connector.id)
        off.set("CRTC_ID", to: 0, in: target.connector.properties)
        self.off = off
        flipsAtRefresh = device.hasVBlank(crtc: target.crtc.id)
        self.mode = mode
        crtc = target.crtc.index
        crtcID = target.crtc.id
        planeID = plane.id
        self.device = device
        self.lease = lease
    }

    func readsFast() -> Bool { !device.capabilities.prefersShadow && (scanout.first?.readsFast() ?? false) }

    func flip(to buffer: Int, damage: borrowing Damage) -> Int32 {
        guard !CrashRestoration.hasBegun else { return EACCES }
        do {
            try flips.flip(to: scanout[buffer].framebuffer, damage: damage, token: lease.flipToken)
            return 0
        } catch {
            return error.errno
        }
    }

    func isOn() -> Bool {
        // What cannot be read is no reason to disturb what may well be lit.
        guard let crtcState = try? device.crtc(crtcID, index: crtc), let planeState = try? device.plane(planeID) else {
            return true
        }
        return crtcState.isActive && planeState.crtc == crtcID
            && scanout.contains { $0.framebuffer == planeState.framebuffer }
    }

    func extinguish() -> Bool {
        mailbox.beginGeneration()
        // A dock's connector vanishes with the dock, and a request that names it is refused whole.
        for request in [off, offWithoutConnector] {
            do {
                try request.commit(on: device, .allowModeset)
                return true
            } catch {}
        }
        return false
    }

    private static func modeset(
        _ mode: ScreenMode, blob: UInt32, framebuffer: UInt32, target: ModesetTarget, plane: Plane,
        variesRefresh: Bool
    ) -> AtomicRequest {
        var request = AtomicRequest()
        request.select(target.connector.id)
        request.set("CRTC_ID", to: UInt64(target.crtc.id), in: target.connector.properties)
        if target.connector.isLinkBad {
            request.set("link-status", to: 0, in: target.connector.properties)
        }
        request.select(target.crtc.id)
        request.set("MODE_ID", to: UInt64(blob), in: target.crtc.properties)
        request.set("ACTIVE", to: 1, in: target.crtc.properties)
        neutralize(target, in: &request)
        request.select(target.crtc.id)
        request.set("VRR_ENABLED", to: variesRefresh ? 1 : 0, in: target.crtc.properties)
        request.select(plane.id)
        let width = UInt64(mode.width)
        let height = UInt64(mode.height)
        for (name, value) in [
            ("FB_ID", UInt64(framebuffer)), ("CRTC_ID", UInt64(target.crtc.id)),
            ("SRC_X", 0), ("SRC_Y", 0), ("SRC_W", width << 16), ("SRC_H", height << 16),
            ("CRTC_X", 0), ("CRTC_Y", 0), ("CRTC_W", width), ("CRTC_H", height),
        ] {
            request.set(name, to: value, in: plane.properties)
        }
        // What somebody before us may have left: no rotation, fully opaque.
        request.set("rotation", to: 1, in: plane.properties)
        request.set("alpha", to: 0xFFFF, in: plane.properties)
        for stray in target.strayPlanes + target.formerPlanes where stray.id != plane.id {
            request.select(stray.id)
            request.set("FB_ID", to: 0, in: stray.properties)
            request.set("CRTC_ID", to: 0, in: stray.properties)
        }
        for displaced in target.displacedConnectors {
            request.select(displaced.id)
            request.set("CRTC_ID", to: 0, in: displaced.properties)
        }
        if let former = target.formerCRTC {
            request.select(former.id)
            request.set("MODE_ID", to: 0, in: former.properties)
            request.set("ACTIVE", to: 0, in: former.properties)
        }
        return request
    }

    /// Takes out what somebody before us may have left that makes other colours of the picture or another time of the
    /// refresh. What was found is put back at the end.
    private static func neutralize(_ target: ModesetTarget, in request: inout AtomicRequest) {
        request.select(target.crtc.id)
        for name in ["GAMMA_LUT", "DEGAMMA_LUT", "CTM"] {
            request.set(name, to: 0, in: target.crtc.properties)
        }
        request.select(target.connector.id)
        for name in ["HDR_OUTPUT_METADATA", "Colorspace"] {
            request.set(name, to: 0, in: target.connector.properties)
        }
    }

    /// How long the display waits for a frame, where connector, CRTC and EDID all say that it does.
    private static func longestPeriod(of target: ModesetTarget, in mode: ScreenMode) -> Int64? {
        guard target.connector.properties["vrr_capable"]?.value == 1, target.crtc.properties["VRR_ENABLED"] != nil
        else { return nil }
        return VariableRefresh.longestPeriod(edid: target.connector.edid, in: mode.refreshRate)
    }

    private static func switchOff(crtc: CRTC, plane: Plane, in request: inout AtomicRequest) {
        request.select(plane.id)
        request.set("FB_ID", to: 0, in: plane.properties)
        request.set("CRTC_ID", to: 0, in: plane.properties)
        request.select(crtc.id)
        request.set("MODE_ID", to: 0, in: crtc.properties)
        request.set("ACTIVE", to: 0, in: crtc.properties)
    }
}

extension AtomicRequest {
    fileprivate func isAccepted(by device: CardDevice) -> Bool {
        (try? commit(on: device, [.testOnly, .allowModeset])) != nil
    }
}
