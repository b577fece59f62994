/// A lit connector: its CRTC, its plane and the buffers that it shows in turn.
///
/// The screen's own thread fills buffers and flips; the session's thread extinguishes. The memory and the buffers last
/// as long as the pipe.
protocol DisplayPipe: AnyObject, Sendable {
    var mode: ScreenMode { get }
    /// The index of the CRTC.
    var crtc: Int { get }
    /// What the card and others wake the screen's thread by.
    var mailbox: FrameMailbox { get }
    /// What the refresh is timed by.
    var pacing: Pacing { get }
    /// Whether a flip completes at the refresh, and not as soon as it is asked for.
    var flipsAtRefresh: Bool { get }
    /// How long the display waits for a frame, in nanoseconds; nil where it is refreshed at the mode's rate.
    var longestPeriod: Int64? { get }
    /// How the picture gets into the buffers and from there onto the screen.
    var plan: ScanoutPlan { get }
    /// The buffers, all of the plan's size; the first one is on the screen after the modeset.
    var buffers: [ScanoutSurface] { get }

    /// What came of the wishes for it.
    var outcome: PipeOutcome { get }

    /// Has the CRTC change colours from now on, without a modeset.
    func adjust(_ adjustment: ColorAdjustment) -> AdjustmentAnswer

    /// Whether the buffers are read about as fast as ordinary memory is: found out by trying, which takes a moment.
    func readsFast() -> Bool

    /// Shows a buffer from the next refresh on; when it is there, the mailbox is told. In the frame path.
    ///
    /// - Parameter damage: where the buffer differs from when it was shown last.
    /// - Returns: 0, or the errno.
    func flip(to buffer: Int, damage: borrowing Damage) -> Int32

    /// Whether connector, CRTC and plane are set in the kernel as the modeset left them, and a buffer of ours is shown.
    func isOn() -> Bool

    /// Switches the CRTC off, whatever the flips are doing. Repeating it does nothing.
    ///
    /// - Returns: whether it is off now.
    @discardableResult
    func extinguish() -> Bool
}

extension DisplayPipe {
    /// Whether the buffers are as a canvas is, so that one of them may be drawn on.
    var hasCanvasBuffers: Bool { plan.isDirect && buffers[0].format == .xrgb8888 }

    /// What is told of ``plan`` to those who draw.
    var layout: PictureLayout {
        PictureLayout(
            bounds: plan.canvas, orientation: plan.orientation, isRotatedByPlane: plan.planeOrientation != .upright,
            insets: plan.insets, compensation: plan.compensation, format: buffers[0].format)
    }
}
