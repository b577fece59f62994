import KMS

/// The request that lights a connector.
struct Modeset {
    let mode: ScreenMode
    /// The mode's blob.
    let blob: UInt32
    let target: ModesetTarget
    let plane: Plane
    let plan: ScanoutPlan
    /// Whether the connector was to be set up for overscan, and is not to be left as it was found.
    let setsOverscan: Bool
    let variableRefresh: Bool
    let wishes: ModesetWishes

    func request(framebuffer: UInt32) -> AtomicRequest {
        var request = AtomicRequest()
        request.select(target.connector.id)
        request.set("CRTC_ID", to: UInt64(target.crtc.id), in: target.connector.properties)
        if target.connector.isLinkBad {
            request.set("link-status", to: 0, in: target.connector.properties)
        }
        if setsOverscan { compensate(in: &request) }
        request.select(target.crtc.id)
        request.set("MODE_ID", to: UInt64(blob), in: target.crtc.properties)
        request.set("ACTIVE", to: 1, in: target.crtc.properties)
        neutralize(in: &request)
        // After it: of two values for a property the kernel takes the later one.
        set(wishes, in: &request)
        request.select(target.crtc.id)
        request.set("VRR_ENABLED", to: variableRefresh ? 1 : 0, in: target.crtc.properties)
        place(framebuffer, in: &request)
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

    private func place(_ framebuffer: UInt32, in request: inout AtomicRequest) {
        request.select(plane.id)
        let screen = plan.planeTarget
        for (name, value) in [
            ("FB_ID", UInt64(framebuffer)), ("CRTC_ID", UInt64(target.crtc.id)),
            // The source is counted in parts of a pixel.
            ("SRC_X", 0), ("SRC_Y", 0), ("SRC_W", UInt64(plan.buffer.width) << 16),
            ("SRC_H", UInt64(plan.buffer.height) << 16),
            ("CRTC_X", UInt64(screen.x)), ("CRTC_Y", UInt64(screen.y)), ("CRTC_W", UInt64(screen.width)),
            ("CRTC_H", UInt64(screen.height)),
        ] {
            request.set(name, to: value, in: plane.properties)
        }
        request.set("rotation", to: PlaneRotation.value(of: plan.planeOrientation), in: plane.properties)
        // What somebody before us may have left: not fully opaque.
        request.set("alpha", to: 0xFFFF, in: plane.properties)
    }

    /// Has the connector shrink the picture, or no more do so.
    private func compensate(in request: inout AtomicRequest) {
        let known = target.connector.properties
        let (insets, way) = (plan.insets, plan.compensation)
        if let underscan = known["underscan"], let off = underscan.choices["off"], let on = underscan.choices["on"] {
            request.set("underscan", to: way == .underscan ? on : off, in: known)
            request.set("underscan hborder", to: way == .underscan ? UInt64(insets.left) : 0, in: known)
            request.set("underscan vborder", to: way == .underscan ? UInt64(insets.top) : 0, in: known)
        }
        for (name, inset) in [
            ("left margin", insets.left), ("right margin", insets.right), ("top margin", insets.top),
            ("bottom margin", insets.bottom),
        ] {
            request.set(name, to: way == .margins ? UInt64(inset) : 0, in: known)
        }
    }

    private func set(_ wishes: ModesetWishes, in request: inout AtomicRequest) {
        request.select(target.connector.id)
        for property in wishes.properties {
            request.set(property.name, to: property.value, in: target.connector.properties)
        }
        guard wishes.table != 0 else { return }
        request.select(target.crtc.id)
        request.set("GAMMA_LUT", to: UInt64(wishes.table), in: target.crtc.properties)
    }

    /// Takes out what somebody before us may have left that makes other colours of the picture or another time of the
    /// refresh. What was found is put back at the end.
    private func neutralize(in request: inout AtomicRequest) {
        request.select(target.crtc.id)
        for name in ["GAMMA_LUT", "DEGAMMA_LUT", "CTM"] {
            request.set(name, to: 0, in: target.crtc.properties)
        }
        request.select(target.connector.id)
        for name in ["HDR_OUTPUT_METADATA", "Colorspace"] {
            request.set(name, to: 0, in: target.connector.properties)
        }
    }
}
