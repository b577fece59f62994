import ScreensKMS

/// The path of a picture to one connector: its CRTC, its plane and the buffers that it shows in turn.
///
/// It is prepared first, and enabled by a commit (``DisplayCard/commit(_:)``). The screen's own thread fills buffers
/// and flips. The card's thread disables it. The memory and the buffers last as long as the pipe.
protocol DisplayPipe: AnyObject, Sendable {
    var mode: ScreenMode { get }
    var crtcIndex: CRTCIndex { get }
    /// The signal by which the card and others wake the screen's thread.
    var signal: FrameSignal { get }
    /// The initial source of the frame timing. Flips that complete at once show that a driver has no vblanks
    /// (`FlipHistory`).
    var pacing: Pacing { get }
    /// How long the display waits for a frame; nil if it is refreshed at the mode's rate.
    var longestPeriod: Nanoseconds? { get }
    /// How the picture gets into the buffers and from there onto the screen.
    var plan: ScanoutPlan { get }
    /// The buffers, all of the plan's size.
    var buffers: [ScanoutSurface] { get }

    /// The optional properties that are set, and the refused ones: before the modeset the result of the test commits,
    /// after it the result of the modeset.
    var outcome: PipeOutcome { get }

    /// Makes buffers with video frames that the plane shows in place of the canvas, neither scaled nor rotated; nil if
    /// it shows none.
    var directSource: (any DirectBufferSource)? { get }

    /// Changes the colours with the CRTC's table, without a modeset.
    func adjust(_ adjustment: ColorAdjustment) -> AdjustmentAnswer

    /// Whether reading the buffers is about as fast as reading ordinary memory. This is measured, which takes a moment.
    func readsFast() -> Bool

    /// Shows a buffer from the next refresh on. The signal is posted when the buffer is on the screen. It is called in
    /// the frame path.
    ///
    /// - Parameter damage: the difference of the buffer from when it was shown last.
    /// - Returns: 0, or the errno: `EFAULT` if the memory of the buffer is gone.
    func flip(to buffer: Int, damage: borrowing Damage) -> Int32

    /// Whether connector, CRTC and plane are still as the modeset left them, and show a buffer of ours.
    func isOn() -> Bool

    /// Whether the CRTC is active in the pipe's mode, whatever it shows.
    func isInMode() -> Bool

    /// Disables the CRTC, even with flips in flight. It does nothing if repeated, or before the modeset.
    ///
    /// - Returns: whether the CRTC is off now.
    @discardableResult
    func disable() -> Bool

    /// Leaves the picture on the screen after the pipe and the card are released, until the next master replaces it. No
    /// flip may follow.
    ///
    /// - Returns: false if the picture ends with the pipe.
    func leavePicture() -> Bool
}

extension DisplayPipe {
    var directSource: (any DirectBufferSource)? { nil }

    /// Whether the buffers have the same form as a canvas, so that one of them may be drawn on.
    var hasCanvasBuffers: Bool { plan.isDirect && buffers[0].format == .xrgb8888 }

    /// The public form of ``plan``.
    var layout: PictureLayout {
        PictureLayout(
            bounds: plan.canvas, orientation: plan.orientation, isRotatedByPlane: plan.planeOrientation != .upright,
            insets: plan.insets, compensation: plan.compensation, format: buffers[0].format)
    }

    /// The ``layout`` with changed colours.
    func layout(_ adjustment: ColorAdjustment) -> PictureLayout {
        guard adjustment != .neutral else { return layout }
        return layout.with(outcome.adjustsColors ? .gamma : adjustment.changesCopy ? .copy : .none)
    }
}

/// The optional properties that a driver accepted at a modeset. None of them keeps a screen dark.
struct PipeOutcome: Sendable, Hashable {
    /// The connector's properties that are set, in the form of settings.
    var properties: [String: String] = [:]
    /// The requested properties that are not set, each in a sentence for people.
    var unmet: [String] = []
    /// Whether the CRTC has a table that changes colours.
    var adjustsColors = false
}

/// A driver's answer to a change of an enabled screen's colours.
enum AdjustmentAnswer: Sendable, Hashable {
    /// The colours are changed.
    case done
    /// A change needs a modeset.
    case needsModeset
    /// The driver cannot change colours: the copy has to.
    case unavailable
}
