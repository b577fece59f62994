import KMS

/// Finds out in which of several ways a driver enables a connector, without touching the screen (`TEST_ONLY`).
struct ModesetTrial {
    /// A modeset that the driver takes.
    struct Outcome {
        let plan: ScanoutPlan
        let buffers: [ScanoutBuffer]
        let variableRefresh: Bool
        /// Those of the optional properties that it takes.
        let optional: OptionalProperties
        let modeset: Modeset
    }

    private let mode: ScreenMode
    private let options: PipeOptions
    private let optional: OptionalProperties
    private let target: ModesetTarget
    private let plane: Plane
    private let device: CardDevice
    private let blob: BlobID

    init(
        _ mode: ScreenMode, _ options: PipeOptions, _ optional: OptionalProperties, target: ModesetTarget, plane: Plane,
        on device: CardDevice, blob: BlobID
    ) {
        self.mode = mode
        self.options = options
        self.optional = optional
        self.target = target
        self.plane = plane
        self.device = device
        self.blob = blob
    }

    /// Tests each way with all optional properties first, and without them where the driver refuses every way; then adds
    /// as many as it takes, one by one. So no optional property keeps a screen dark.
    ///
    /// - Parameter variableRefresh: whether variable refresh is tried; a mode that the driver refuses to vary is still shown.
    /// - Throws: ``KMSError`` where the driver refuses every way.
    func run(variableRefresh: Bool) throws(KMSError) -> Outcome {
        guard !optional.isEmpty else { return try find(optional, variableRefresh: variableRefresh) }
        if let outcome = try? find(optional, variableRefresh: variableRefresh) { return outcome }
        var outcome = try find(optional.empty, variableRefresh: variableRefresh)
        for part in optional.parts {
            let more = outcome.optional.adding(part)
            if let taken = try? test(
                outcome.plan, outcome.buffers, more, variableRefresh: outcome.variableRefresh)
            {
                outcome = taken
            }
        }
        return outcome
    }

    private func find(_ optional: OptionalProperties, variableRefresh: Bool) throws(KMSError) -> Outcome {
        let ways = ScanoutPlan.candidates(
            mode: mode.size, orientation: options.orientation ?? target.panelOrientation,
            overscan: options.overscan ?? .none, abilities: target.abilities)
        let format = plane.format(wanted: options.format)
        var buffers: [ScanoutBuffer] = []
        var refusal = KMSError(call: "atomic commit", object: target.connector.name, errno: 22)
        for plan in ways {
            if buffers.first?.surface.size != plan.buffer {
                buffers = []
                do {
                    buffers = try ScanoutBuffer.make(
                        options.bufferCount, size: plan.buffer, format: format, on: device)
                } catch {
                    // A buffer that the plane would turn may be higher than the driver's largest.
                    refusal = error
                    continue
                }
            }
            for variableRefresh in variableRefresh ? [true, false] : [false] {
                do {
                    return try test(plan, buffers, optional, variableRefresh: variableRefresh)
                } catch {
                    refusal = error
                }
            }
        }
        throw refusal
    }

    private func test(
        _ plan: ScanoutPlan, _ buffers: [ScanoutBuffer], _ optional: OptionalProperties, variableRefresh: Bool
    ) throws(KMSError) -> Outcome {
        let modeset = Modeset(
            mode: mode, blob: blob, target: target, plane: plane, plan: plan,
            setsOverscan: options.overscan != nil, variableRefresh: variableRefresh, optional: optional
        )
        try modeset.request(framebuffer: buffers[0].framebuffer).commit(on: device, [.testOnly, .allowModeset])
        return Outcome(
            plan: plan, buffers: buffers, variableRefresh: variableRefresh, optional: optional, modeset: modeset)
    }
}
