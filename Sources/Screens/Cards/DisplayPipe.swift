import ScreensKMS

/// The path of a picture to one connector: its CRTC, its plane and the buffers that it shows in turn.
///
/// It is prepared first, and enabled by a commit (``DisplayCard/commit(_:)``). The screen's own thread fills buffers and
/// flips; the card's thread disables. The memory and the buffers last as long as the pipe.
protocol DisplayPipe: AnyObject, Sendable {
    var mode: ScreenMode { get }
    var crtcIndex: CRTCIndex { get }
    /// The card and others wake the screen's thread by it.
    var signal: FrameSignal { get }
    /// The source of the frame timing at first. Flips that complete at once show that a driver has no vblanks (`FlipHistory`).
    var pacing: Pacing { get }
    /// How long the display waits for a frame; nil where it is refreshed at the mode's rate.
    var longestPeriod: Nanoseconds? { get }
    /// How the picture gets into the buffers and from there onto the screen.
    var plan: ScanoutPlan { get }
    /// The buffers, all of the plan's size.
    var buffers: [ScanoutSurface] { get }

    /// The optional properties that are set, and those that are not: by the test commits, and by the modeset once it is made.
    var outcome: PipeOutcome { get }

    /// Makes frames that the plane shows in place of the canvas, unscaled and not rotated; nil where it shows none.
    var frameSource: (any ScanoutFrameSource)? { get }

    /// Changes the colours by the CRTC's table, without a modeset.
    func adjust(_ adjustment: ColorAdjustment) -> AdjustmentAnswer

    /// Whether reading the buffers is about as fast as reading ordinary memory: measured, which takes a moment.
    func readsFast() -> Bool

    /// Shows a buffer from the next refresh on, and posts the signal when it is there. In the frame path.
    ///
    /// - Parameter damage: where the buffer differs from when it was shown last.
    /// - Returns: 0, or the errno: `EFAULT` where the memory of the buffer is gone.
    func flip(to buffer: Int, damage: borrowing Damage) -> Int32

    /// Whether connector, CRTC and plane are still as the modeset left them, and show a buffer of ours.
    func isOn() -> Bool

    /// Whether the CRTC is lit in the pipe's mode, whatever it shows.
    func isInMode() -> Bool

    /// Disables the CRTC, also with flips in flight. A repeated call does nothing, nor does one before the modeset.
    ///
    /// - Returns: whether it is off now.
    @discardableResult
    func disable() -> Bool

    /// Leaves the picture on the screen after the pipe and the card are released, until the next master replaces it. No flip may
    /// follow.
    ///
    /// - Returns: false where the picture ends with the pipe.
    func leavePicture() -> Bool
}

extension DisplayPipe {
    var frameSource: (any ScanoutFrameSource)? { nil }

    /// Whether the buffers are as a canvas is, so that one of them may be drawn on.
    var hasCanvasBuffers: Bool { plan.isDirect && buffers[0].format == .xrgb8888 }

    /// The public form of ``plan``.
    var layout: PictureLayout {
        PictureLayout(
            bounds: plan.canvas, orientation: plan.orientation, isRotatedByPlane: plan.planeOrientation != .upright,
            insets: plan.insets, compensation: plan.compensation, format: buffers[0].format)
    }

    /// ``layout`` with its colours changed.
    func layout(_ adjustment: ColorAdjustment) -> PictureLayout {
        guard adjustment != .neutral else { return layout }
        return layout.with(outcome.adjustsColors ? .gamma : adjustment.changesCopy ? .copy : .none)
    }
}

/// The optional properties that a driver accepted at a modeset. None of them keeps a screen dark.
struct PipeOutcome: Sendable, Hashable {
    /// The connector's properties that are set, as settings write them.
    var properties: [String: String] = [:]
    /// The requested ones that are not set, each in a sentence for people.
    var unmet: [String] = []
    /// Whether the CRTC has a table that changes colours.
    var adjustsColors = false
}

/// A driver's answer to a change of an enabled screen's colours.
enum AdjustmentAnswer: Sendable, Hashable {
    /// The colours are changed.
    case done
    /// Only a modeset may do it.
    case needsModeset
    /// The driver cannot change colours: the copy does.
    case unavailable
}
