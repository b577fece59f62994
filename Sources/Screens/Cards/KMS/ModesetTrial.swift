import KMS

/// Finds out in which of several ways a driver lights a connector, without touching the screen (`TEST_ONLY`).
struct ModesetTrial {
    /// What the driver takes.
    struct Outcome {
        let plan: ScanoutPlan
        let buffers: [ScanoutBuffer]
        let variableRefresh: Bool
        /// As much of what was wished as it takes.
        let wishes: ModesetWishes
        let modeset: AtomicRequest
    }

    private let mode: ScreenMode
    private let options: PipeOptions
    private let wishes: ModesetWishes
    private let target: ModesetTarget
    private let plane: Plane
    private let device: CardDevice
    private let blob: BlobID

    init(
        _ mode: ScreenMode, _ options: PipeOptions, _ wishes: ModesetWishes, target: ModesetTarget, plane: Plane,
        on device: CardDevice, blob: BlobID
    ) {
        self.mode = mode
        self.options = options
        self.wishes = wishes
        self.target = target
        self.plane = plane
        self.device = device
        self.blob = blob
    }

    /// What is wished of connector and CRTC is tried with each way first, and without where no way is taken with all of
    /// it; then as much of it as the driver takes is added. So no wish keeps a screen dark.
    ///
    /// - Parameter variableRefresh: whether that is tried; a mode that the driver refuses to vary is still one to be shown.
    /// - Throws: ``KMSError`` where it takes none.
    func run(variableRefresh: Bool) throws(KMSError) -> Outcome {
        guard !wishes.isEmpty else { return try find(wishes, variableRefresh: variableRefresh) }
        if let outcome = try? find(wishes, variableRefresh: variableRefresh) { return outcome }
        var outcome = try find(wishes.none, variableRefresh: variableRefresh)
        for part in wishes.parts {
            let more = outcome.wishes.adding(part)
            if let taken = try? test(
                outcome.plan, outcome.buffers, more, variableRefresh: outcome.variableRefresh)
            {
                outcome = taken
            }
        }
        return outcome
    }

    private func find(_ wishes: ModesetWishes, variableRefresh: Bool) throws(KMSError) -> Outcome {
        let ways = ScanoutPlan.ways(
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
                    return try test(plan, buffers, wishes, variableRefresh: variableRefresh)
                } catch {
                    refusal = error
                }
            }
        }
        throw refusal
    }

    private func test(
        _ plan: ScanoutPlan, _ buffers: [ScanoutBuffer], _ wishes: ModesetWishes, variableRefresh: Bool
    ) throws(KMSError) -> Outcome {
        let modeset = Modeset(
            mode: mode, blob: blob, target: target, plane: plane, plan: plan,
            setsOverscan: options.overscan != nil, variableRefresh: variableRefresh, wishes: wishes
        ).request(framebuffer: buffers[0].framebuffer)
        try modeset.commit(on: device, [.testOnly, .allowModeset])
        return Outcome(
            plan: plan, buffers: buffers, variableRefresh: variableRefresh, wishes: wishes, modeset: modeset)
    }
}
