import ScreensRaster

/// Draws frames of one form on a view: shown by the screen's plane as they are, where it can; else converted straight onto the view,
/// once, or where they have another size, as a picture that is scaled onto it.
package struct FrameDrawing: Sendable {
    private let format: VideoFormat
    private let mode: ContentMode
    private let background: Color
    private let kernel: VideoKernel
    /// The last frame, where the plane shows it as it is.
    private var shown: ScanoutFrames.Number?
    /// Whether the canvas may have another picture than the last frame that was drawn on it.
    private var hasOther = false
    /// The frame as pixels, where it is not converted on the view itself; made with the first such frame.
    private var scaled: OwnedPixels?

    /// - Parameters:
    ///   - mode: how a frame is placed on the view.
    ///   - background: the colour beside it.
    package init(_ format: VideoFormat, _ mode: ContentMode, _ background: Color) {
        self.format = format
        self.mode = mode
        self.background = background
        kernel = VideoKernel(format)
    }

    /// How a frame was drawn.
    package enum Outcome: Sendable, Hashable {
        /// The plane shows its memory.
        case shown
        /// The processor has copied it.
        case copied
        /// The plane does not show it, and it cannot be read.
        case refused
        /// It cannot be read, and the plane may show it at a later refresh: the mode is not set yet, or something else is drawn at this one.
        case waits
    }

    /// Draws a frame. In the frame path.
    ///
    /// - Parameters:
    ///   - frame: to be read; may change meanwhile. Nil where it can only be shown as it is.
    ///   - memory: the same frame in memory that a plane may show.
    ///   - isComplete: whether the view has something else than the frame before.
    ///   - isAlone: whether nothing else is drawn over it.
    package mutating func draw(
        _ frame: FramePlanes?, in memory: SharedVideoMemory? = nil, isComplete: Bool, isAlone: Bool = true,
        on view: inout ExternalView
    ) -> Outcome {
        let canvas = view.canvas
        let place = mode.rectangle(for: format.displaySize, in: canvas.bounds)
        // A picture that was drawn before has to be shown, too.
        let isSettled = canvas.damage.isEmpty
        if isAlone, isSettled, place == canvas.bounds || background == .black,
            let form = ScanoutForm(format, at: place, of: canvas.bounds),
            let (direct, outcome) = direct(form, frame, memory, on: canvas)
        {
            shown = canvas.frames.show(direct)
            hasOther = true
            return outcome
        }
        guard let frame else {
            hasOther = true
            let comes = canvas.frames.isComing || (isAlone && !isSettled && canvas.frames.isOffered)
            return comes ? .waits : .refused
        }
        draw(frame, at: place, isComplete: isComplete || hasOther, on: canvas)
        shown = nil
        hasOther = false
        return .copied
    }

    /// The frame as the plane shows it; nil where it does not.
    private func direct(
        _ form: ScanoutForm, _ frame: FramePlanes?, _ memory: SharedVideoMemory?, on canvas: ScreenCanvas
    ) -> (ScanoutFrame, Outcome)? {
        if let memory, let direct = canvas.frames.frame(in: memory, form) { return (direct, .shown) }
        // Frames of colours are copied onto the canvas as well.
        guard format.pixels.isYUV, let frame, let direct = canvas.frames.writable(form), let target = direct.memory
        else {
            return nil
        }
        kernel.copy(frame, to: target)
        return (direct, .copied)
    }

    /// Whether the last frame has to be drawn again: the plane does not show it any more.
    package func isLost(on view: borrowing ExternalView) -> Bool {
        shown.map { !view.canvas.frames.isLatest($0) } ?? false
    }

    /// Draws the background alone.
    func clear(_ canvas: ScreenCanvas) {
        canvas.fill(canvas.bounds, with: background)
    }

    private mutating func draw(_ frame: FramePlanes, at place: Rectangle, isComplete: Bool, on canvas: ScreenCanvas) {
        if isComplete {
            let bare = canvas.bounds.parts(outside: place)
            for index in bare.indices { canvas.fill(bare[index], with: background) }
        }
        // The former picture is not needed where the frame covers the view.
        let covers = place.intersection(canvas.bounds) == canvas.bounds
        if covers { canvas.replace() }
        if place.size == format.size, place.intersection(canvas.bounds) == place {
            kernel.convert(frame, to: canvas.pixels.part(place).rows)
            if !covers { canvas.markDamaged(place) }
        } else {
            let pixels = scaled ?? OwnedPixels(format.size)
            scaled = pixels
            kernel.convert(frame, to: pixels.pixels.rows)
            canvas.draw(pixels.pixels, filling: place, clip: canvas.bounds)
        }
    }
}
