import Glibc
import ScreensKMS

/// The parts of a modeset's preparation that need the driver.
protocol ModesetDriver {
    /// Makes buffers that replace the former ones.
    ///
    /// - Returns: the framebuffer of the first buffer.
    mutating func makeBuffers(
        _ count: Int, size: Size, format: PixelFormat
    ) throws(KMSError) -> FramebufferID

    /// Tests whether the driver accepts a request, without a change on the screen (`TEST_ONLY`).
    func test(_ request: AtomicRequest) throws(KMSError)
}

/// Finds the first of several plans in which a driver enables a connector.
///
/// It decides by values alone, so it works on the snapshot of any card with any ``ModesetDriver``.
struct ModesetSearch {
    private let mode: ScreenMode
    private let options: PipeOptions
    private let optional: OptionalProperties
    private let target: ModesetTarget
    private let plane: Plane
    private let format: PixelFormat
    /// The size of the present buffers, and the framebuffer of the first one.
    private var buffers: (size: Size, framebuffer: FramebufferID)?

    /// - Throws: ``ScreenError`` with ``ScreenError/Code/unsupported`` if the CRTC has no plane, or its plane shows
    ///   none of our formats: no mode would help.
    init(
        _ mode: ScreenMode, _ options: PipeOptions, _ optional: OptionalProperties, target: ModesetTarget
    ) throws(ScreenError) {
        func unsupported(_ cause: String) -> ScreenError {
            ScreenError(
                .unsupported, operation: "set a mode on", object: target.connector.name, errno: ENOTSUP,
                circumstances: cause)
        }
        guard let plane = target.plane else { throw unsupported("the CRTC has no primary plane") }
        guard let format = plane.format(preferring: options.format) else {
            let formats = plane.linearFormats.map(PixelLayout.text).joined(separator: ", ")
            throw unsupported(
                "its plane supports none of our formats; its linear formats are \(formats.isEmpty ? "none" : formats)")
        }
        self.mode = mode
        self.options = options
        self.optional = optional
        self.target = target
        self.plane = plane
        self.format = format
    }

    /// Tests each plan with all optional properties first. If the driver refuses every plan, it tests them without
    /// these, and then adds as many as the driver accepts, one by one. So no optional property keeps a screen dark.
    ///
    /// - Returns: a modeset that the driver accepts, with the buffers of the last test.
    /// - Throws: ``KMSError`` if the driver refuses every plan.
    mutating func run(on driver: inout some ModesetDriver) throws(KMSError) -> Modeset {
        guard !optional.isEmpty else { return try find(optional, on: &driver) }
        if let modeset = try? find(optional, on: &driver) { return modeset }
        var modeset = try find(optional.empty, on: &driver)
        guard let framebuffer = buffers?.framebuffer else { return modeset }
        for part in optional.parts {
            let more = modeset.with(modeset.optional.adding(part))
            do {
                try driver.test(more.request(framebuffer: framebuffer))
                modeset = more
            } catch {}
        }
        return modeset
    }

    private mutating func find(
        _ optional: OptionalProperties, on driver: inout some ModesetDriver
    ) throws(KMSError) -> Modeset {
        let plans = ScanoutPlan.candidates(
            mode: mode.size, scanout: mode.scanoutSize, orientation: options.orientation ?? target.panelOrientation,
            overscan: options.overscan ?? .none, abilities: target.abilities)
        // A mode that the driver refuses with variable refresh is shown without.
        let rates = options.variableRefresh && target.longestPeriod(in: mode) != nil ? [true, false] : [false]
        var refusal = KMSError(call: "atomic test", object: target.connector.name, errno: EINVAL)
        for plan in plans {
            let framebuffer: FramebufferID
            do {
                framebuffer = try self.framebuffer(size: plan.buffer, on: &driver)
            } catch {
                // A buffer that the plane would rotate may be higher than the driver allows.
                refusal = error
                continue
            }
            for variableRefresh in rates {
                let modeset = Modeset(
                    mode: mode, target: target, plane: plane, plan: plan, format: format,
                    setsOverscan: options.overscan != nil, variableRefresh: variableRefresh, optional: optional)
                do {
                    try driver.test(modeset.request(framebuffer: framebuffer))
                    return modeset
                } catch {
                    refusal = error
                }
            }
        }
        throw refusal
    }

    private mutating func framebuffer(
        size: Size, on driver: inout some ModesetDriver
    ) throws(KMSError) -> FramebufferID {
        if let buffers, buffers.size == size { return buffers.framebuffer }
        buffers = nil
        guard target.framebufferLimits.allow(width: size.width, height: size.height) else {
            throw KMSError(call: "a framebuffer", object: "\(size.width)x\(size.height)", errno: EINVAL)
        }
        let framebuffer = try driver.makeBuffers(options.bufferCount, size: size, format: format)
        buffers = (size, framebuffer)
        return framebuffer
    }
}
