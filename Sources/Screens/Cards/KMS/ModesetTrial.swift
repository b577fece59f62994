import KMS

/// Finds out in which of several ways a driver lights a connector, without touching the screen (`TEST_ONLY`).
struct ModesetTrial {
    /// What the driver takes.
    struct Outcome {
        let plan: ScanoutPlan
        let buffers: [ScanoutBuffer]
        let variesRefresh: Bool
        let modeset: AtomicRequest
    }

    private let mode: ScreenMode
    private let options: PipeOptions
    private let target: ModesetTarget
    private let plane: Plane
    private let device: CardDevice
    private let blob: UInt32

    init(
        _ mode: ScreenMode, _ options: PipeOptions, target: ModesetTarget, plane: Plane, on device: CardDevice,
        blob: UInt32
    ) {
        self.mode = mode
        self.options = options
        self.target = target
        self.plane = plane
        self.device = device
        self.blob = blob
    }

    /// - Parameter variesRefresh: whether that is tried; a mode that the driver refuses to vary is still one to be shown.
    /// - Throws: ``KMSError`` where it takes none.
    func run(variesRefresh: Bool) throws(KMSError) -> Outcome {
        let ways = ScanoutPlan.ways(
            mode: mode.size, orientation: options.orientation ?? target.panelOrientation,
            overscan: options.overscan ?? .none, abilities: target.abilities)
        let format = plane.format(wanted: options.format)
        var buffers: [ScanoutBuffer] = []
        var refusal = KMSError(call: "atomic commit", object: target.connector.name, errno: 22)
        for plan in ways {
            if buffers.first?.surface.size != plan.buffer {
                buffers = []
                buffers = try ScanoutBuffer.make(
                    options.bufferCount, size: plan.buffer, format: format, on: device)
            }
            for variesRefresh in variesRefresh ? [true, false] : [false] {
                let modeset = Modeset(
                    mode: mode, blob: blob, target: target, plane: plane, plan: plan,
                    setsOverscan: options.overscan != nil, variesRefresh: variesRefresh
                ).request(framebuffer: buffers[0].framebuffer)
                do {
                    try modeset.commit(on: device, [.testOnly, .allowModeset])
                    return Outcome(plan: plan, buffers: buffers, variesRefresh: variesRefresh, modeset: modeset)
                } catch {
                    refusal = error
                }
            }
        }
        throw refusal
    }
}
