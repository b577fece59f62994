import ScreensKMS

/// The request that enables a connector in a mode. It is a value that needs no kernel object but the framebuffer.
struct Modeset: Sendable {
    let mode: ScreenMode
    private(set) var target: ModesetTarget
    let plane: Plane
    let plan: ScanoutPlan
    let format: PixelFormat
    /// Whether overscan is configured, so that the connector's own compensation is set or reset.
    let setsOverscan: Bool
    let variableRefresh: Bool
    private(set) var optional: OptionalProperties

    func request(framebuffer: FramebufferID) -> AtomicRequest { Self.request([(self, framebuffer)]) }

    /// Makes one request of several modesets. One may take down an object that another sets up: of two values for one
    /// property the later one counts.
    static func request(_ modesets: [(modeset: Modeset, framebuffer: FramebufferID)]) -> AtomicRequest {
        var request = AtomicRequest()
        for (modeset, _) in modesets { request.append(modeset.takingDown()) }
        for (modeset, framebuffer) in modesets { request.append(modeset.settingUp(framebuffer)) }
        return request
    }

    /// The same modeset with other optional properties.
    func with(_ optional: OptionalProperties) -> Modeset {
        var modeset = self
        modeset.optional = optional
        return modeset
    }

    /// The modeset without the objects of other modesets that were committed after it was prepared.
    func sparing(_ others: [Modeset]) -> Modeset {
        var modeset = self
        modeset.target.spare(
            crtcs: others.map(\.target.crtc.id), planes: others.map(\.plane.id),
            connectors: others.map(\.target.connector.id))
        return modeset
    }

    /// The request that disables what this modeset has enabled.
    ///
    /// - Parameter namingConnector: false if the connector may have gone: the kernel refuses a request that names it
    ///   then.
    func disabling(namingConnector: Bool) -> AtomicRequest {
        var request = AtomicRequest()
        for name in ["FB_ID", "CRTC_ID"] { request.set(name, of: plane, to: 0) }
        for name in ["MODE_ID", "ACTIVE"] { request.set(name, of: target.crtc, to: 0) }
        if namingConnector { request.set("CRTC_ID", of: target.connector, to: 0) }
        return request
    }

    /// The part of a request that sets up the objects. It follows the parts of all modesets that take objects down.
    func settingUp(_ framebuffer: FramebufferID) -> AtomicRequest {
        var request = AtomicRequest()
        request.set("CRTC_ID", of: target.connector, to: target.crtc.id)
        if target.connector.isLinkBad {
            request.set("link-status", of: target.connector, to: 0)
        }
        if setsOverscan { compensate(in: &request) }
        request.set("MODE_ID", of: target.crtc, to: .blob(mode.timings.kernelBytes))
        request.set("ACTIVE", of: target.crtc, to: 1)
        // Another program may have left other colours, or a translucent plane. The values found are restored at the
        // end.
        neutralize(target.connector, in: &request)
        neutralize(target.crtc, in: &request)
        neutralize(plane, in: &request)
        // These are set after the neutral values: of two values for one property the later one counts.
        optional.set(on: target, plane: plane, in: &request)
        if let depth = target.depthLimit { request.set("max bpc", of: target.connector, to: depth) }
        if variableRefresh { request.set("VRR_ENABLED", of: target.crtc, to: 1) }
        place(framebuffer, in: &request)
        return request
    }

    /// The part of a request that ends other pictures: on stray planes, displaced connectors, and CRTCs no longer used.
    func takingDown() -> AtomicRequest {
        var request = AtomicRequest()
        for stray in target.strayPlanes + target.formerPlanes + target.retiredPlanes where stray.id != plane.id {
            request.set("FB_ID", of: stray, to: 0)
            request.set("CRTC_ID", of: stray, to: 0)
        }
        for displaced in target.displacedConnectors {
            request.set("CRTC_ID", of: displaced, to: 0)
        }
        for former in target.retiredCRTCs + [target.formerCRTC].compactMap(\.self) {
            request.set("MODE_ID", of: former, to: 0)
            request.set("ACTIVE", of: former, to: 0)
        }
        return request
    }

    private func place(_ framebuffer: FramebufferID, in request: inout AtomicRequest) {
        request.set("FB_ID", of: plane, to: framebuffer)
        request.set("CRTC_ID", of: plane, to: target.crtc.id)
        for (name, value) in plan.place.properties { request.set(name, of: plane, to: value) }
        request.set("rotation", of: plane, to: PlaneRotation.value(of: plan.planeOrientation))
    }

    /// Sets whether and how the connector shrinks the picture.
    private func compensate(in request: inout AtomicRequest) {
        let connector = target.connector
        let (insets, compensation) = (plan.insets, plan.compensation)
        for (known, _) in connector.known({ $0.role == .overscan }) {
            if let neutral = known.neutralValue(in: connector.properties) {
                request.set(known.name, of: connector, to: neutral)
            }
        }
        if compensation == .underscan, let on = connector.properties["underscan"]?.choices["on"] {
            request.set("underscan", of: connector, to: on)
            request.set("underscan hborder", of: connector, to: UInt64(insets.left))
            request.set("underscan vborder", of: connector, to: UInt64(insets.top))
        }
        guard compensation == .margins else { return }
        for (name, inset) in [
            ("left margin", insets.left), ("right margin", insets.right), ("top margin", insets.top),
            ("bottom margin", insets.bottom),
        ] {
            request.set(name, of: connector, to: UInt64(inset))
        }
    }

    private func neutralize(_ object: some ModeObject, in request: inout AtomicRequest) {
        for (known, _) in object.known({ $0.role == .lasting }) {
            guard let neutral = known.neutralValue(in: object.properties) else { continue }
            request.set(known.name, of: object, to: neutral)
        }
    }
}
