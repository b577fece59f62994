import KMS

/// The request that enables a connector in a mode.
struct Modeset {
    let mode: ScreenMode
    /// The mode's blob.
    let blob: BlobID
    private(set) var target: ModesetTarget
    let plane: Plane
    let plan: ScanoutPlan
    /// Whether overscan is configured, so that the connector's own compensation is set, or reset.
    let setsOverscan: Bool
    let variableRefresh: Bool
    var optional: OptionalProperties

    func request(framebuffer: FramebufferID) -> AtomicRequest {
        var request = AtomicRequest()
        takeDown(in: &request)
        setUp(framebuffer, in: &request)
        return request
    }

    /// Several of them in one request. What one takes down another may set up: of two values for one property the later
    /// one counts.
    static func request(_ modesets: [(modeset: Modeset, framebuffer: FramebufferID)]) -> AtomicRequest {
        var request = AtomicRequest()
        for (modeset, _) in modesets { modeset.takeDown(in: &request) }
        for (modeset, framebuffer) in modesets { modeset.setUp(framebuffer, in: &request) }
        return request
    }

    /// Without what concerns the objects of others, which have been set since this was prepared.
    func sparing(_ others: [Modeset]) -> Modeset {
        var modeset = self
        modeset.target.spare(
            crtcs: others.map(\.target.crtc.id), planes: others.map(\.plane.id),
            connectors: others.map(\.target.connector.id))
        return modeset
    }

    private func setUp(_ framebuffer: FramebufferID, in request: inout AtomicRequest) {
        request.set("CRTC_ID", of: target.connector, to: target.crtc.id)
        if target.connector.isLinkBad {
            request.set("link-status", of: target.connector, to: 0)
        }
        if setsOverscan { compensate(in: &request) }
        request.set("MODE_ID", of: target.crtc, to: blob)
        request.set("ACTIVE", of: target.crtc, to: 1)
        neutralize(in: &request)
        // After it: of two values for one property the later one counts.
        set(optional, in: &request)
        request.set("VRR_ENABLED", of: target.crtc, to: variableRefresh ? 1 : 0)
        place(framebuffer, in: &request)
    }

    /// Ends what was on the objects that it needs, or was on the connector.
    private func takeDown(in request: inout AtomicRequest) {
        for stray in target.strayPlanes + target.formerPlanes where stray.id != plane.id {
            request.set("FB_ID", of: stray, to: 0)
            request.set("CRTC_ID", of: stray, to: 0)
        }
        for displaced in target.displacedConnectors {
            request.set("CRTC_ID", of: displaced, to: 0)
        }
        if let former = target.formerCRTC {
            request.set("MODE_ID", of: former, to: 0)
            request.set("ACTIVE", of: former, to: 0)
        }
    }

    private func place(_ framebuffer: FramebufferID, in request: inout AtomicRequest) {
        let screen = plan.planeTarget
        request.set("FB_ID", of: plane, to: framebuffer)
        request.set("CRTC_ID", of: plane, to: target.crtc.id)
        for (name, value) in [
            // The source is counted in parts of a pixel.
            ("SRC_X", 0 as UInt64), ("SRC_Y", 0), ("SRC_W", UInt64(plan.buffer.width) << 16),
            ("SRC_H", UInt64(plan.buffer.height) << 16),
            ("CRTC_X", UInt64(screen.x)), ("CRTC_Y", UInt64(screen.y)), ("CRTC_W", UInt64(screen.width)),
            ("CRTC_H", UInt64(screen.height)),
        ] {
            request.set(name, of: plane, to: value)
        }
        request.set("rotation", of: plane, to: PlaneRotation.value(of: plan.planeOrientation))
        // Another program may have left it translucent.
        request.set("alpha", of: plane, to: 0xFFFF)
    }

    /// Sets whether and how the connector shrinks the picture.
    private func compensate(in request: inout AtomicRequest) {
        let connector = target.connector
        let (insets, way) = (plan.insets, plan.compensation)
        if let underscan = connector.properties["underscan"], let off = underscan.choices["off"],
            let on = underscan.choices["on"]
        {
            request.set("underscan", of: connector, to: way == .underscan ? on : off)
            request.set("underscan hborder", of: connector, to: way == .underscan ? UInt64(insets.left) : 0)
            request.set("underscan vborder", of: connector, to: way == .underscan ? UInt64(insets.top) : 0)
        }
        for (name, inset) in [
            ("left margin", insets.left), ("right margin", insets.right), ("top margin", insets.top),
            ("bottom margin", insets.bottom),
        ] {
            request.set(name, of: connector, to: way == .margins ? UInt64(inset) : 0)
        }
    }

    private func set(_ optional: OptionalProperties, in request: inout AtomicRequest) {
        for property in optional.properties { request.set(property.name, of: target.connector, to: property.value) }
        if let table = optional.table { request.set("GAMMA_LUT", of: target.crtc, to: table) }
    }

    /// Resets properties by which another program may have left other colours. The found values are restored at the end.
    private func neutralize(in request: inout AtomicRequest) {
        for name in ["GAMMA_LUT", "DEGAMMA_LUT", "CTM"] { request.set(name, of: target.crtc, to: 0) }
        for name in ["HDR_OUTPUT_METADATA", "Colorspace"] { request.set(name, of: target.connector, to: 0) }
    }
}
