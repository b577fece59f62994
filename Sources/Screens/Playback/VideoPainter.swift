import ScreensRaster

/// Draws video frames of one format on a view. If the screen's plane can show a frame without a copy, it does.
/// Otherwise the frame is converted once, directly onto the view, or into a picture that is scaled onto the view if the
/// sizes differ.
package struct VideoPainter: Sendable {
    private let format: VideoFormat
    private let placement: VideoPlacement
    private let background: Color
    private let kernel: VideoKernel
    /// The kernel for targets with alpha, if the frames have it.
    private let alphaKernel: VideoKernel?
    /// The last frame, if the plane shows it without a copy.
    private var shown: DirectScanout.Number?
    /// Whether only something beside the last frame keeps the plane from showing it, so that the plane may do so later.
    private var waitsForPlane = false
    /// Whether the canvas may contain anything but the last frame that was drawn on it.
    private var hasOther = false
    /// The frame as pixels, if it is not converted on the view itself. It is made before the first such frame if that
    /// was prepared, else with it.
    private var scaled: OwnedPixels?
    /// The shown part in another orientation. It is made with the first such frame.
    private var turned: OwnedPixels?

    /// - Parameters:
    ///   - placement: the shown part of a frame, and its place on the view.
    ///   - background: the colour beside the frame.
    package init(_ format: VideoFormat, _ placement: VideoPlacement, _ background: Color) {
        self.format = format
        self.placement = placement
        self.background = background
        kernel = VideoKernel(format)
        alphaKernel = format.pixels.hasAlpha ? VideoKernel(format, isOpaque: false) : nil
    }

    /// Makes the memory for frames on a canvas, before the first of them.
    ///
    /// - Parameter isAlone: whether nothing else is drawn over the frames.
    mutating func prepare(for canvas: ScreenCanvas, isAlone: Bool) {
        let place = placement.rectangle(of: format, in: canvas.bounds)
        if isAlone, format.pixels.isYUV, let direct = direct(at: place, in: canvas.bounds) {
            canvas.directScanout.announce(direct)
        }
        if scaled == nil, !isConverted(at: place, on: canvas) { scaled = OwnedPixels(format.size) }
    }

    /// The place for a plane, if it also shows all that is beside the frame.
    private func direct(at place: Rectangle, in bounds: Rectangle) -> DirectPlacement? {
        place == bounds || background == .black ? placement.direct(format, in: bounds) : nil
    }

    /// Whether frames are converted on the canvas itself. The conversion writes no alpha, which the canvas of a layer
    /// may need.
    private func isConverted(at place: Rectangle, on canvas: ScreenCanvas) -> Bool {
        canvas.isOpaque && placement.isPlain && place.size == format.size
            && placement.clip(in: canvas.bounds).contains(place)
    }

    /// How a frame was drawn.
    package enum Outcome: Sendable, Hashable {
        /// The plane shows the memory of the frame.
        case shown
        /// The processor has copied the frame.
        case copied
        /// The plane does not show the frame, and the frame cannot be read.
        case refused
        /// The frame cannot be read, and the plane shows no frames for some time after the kernel has refused one.
        case paused
        /// The frame cannot be read, and the plane may show it at a later refresh: the mode is not set yet, or
        /// something else is drawn at this one.
        case waits
    }

    /// Draws a frame. It is called in the frame path.
    ///
    /// - Parameters:
    ///   - frame: the frame to read, which may change meanwhile; nil if only the plane can show it.
    ///   - memory: the same frame in memory that a plane may show.
    ///   - isComplete: whether the view shows anything else than the frame before.
    ///   - isAlone: whether nothing else is drawn over the frame.
    package mutating func draw(
        _ frame: VideoPlanes?, in memory: SharedVideoMemory? = nil, isComplete: Bool, isAlone: Bool = true,
        on view: inout ExternalView
    ) -> Outcome {
        let canvas = view.canvas
        let place = placement.rectangle(of: format, in: canvas.bounds)
        // A picture that was drawn before must be shown, too.
        let isSettled = canvas.damage.isEmpty
        let possible = direct(at: place, in: canvas.bounds)
        if isAlone, isSettled, let possible, let (direct, outcome) = direct(possible, frame, memory, on: canvas) {
            shown = canvas.directScanout.show(direct)
            waitsForPlane = false
            hasOther = true
            return outcome
        }
        guard let frame else {
            hasOther = true
            let direct = canvas.directScanout
            guard possible != nil else { return .refused }
            noteWait(isSettled: isSettled, on: canvas)
            if direct.isPaused { return .paused }
            return direct.isExpected || (isAlone && !isSettled && direct.isOffered) ? .waits : .refused
        }
        if !canvas.isOpaque, let alphaKernel {
            draw(frame, with: alphaKernel, at: place, on: canvas)
        } else {
            draw(frame, at: place, isComplete: isComplete || hasOther, on: canvas)
        }
        shown = nil
        noteWait(isSettled: isSettled, on: canvas)
        hasOther = false
        return .copied
    }

    /// Records whether the plane may show the frame once something beside it has gone.
    private mutating func noteWait(isSettled: Bool, on canvas: ScreenCanvas) {
        waitsForPlane = !canvas.directScanout.isOffered || !isSettled
        if waitsForPlane { canvas.directScanout.noteWait() }
    }

    /// The frame if the plane shows it without a copy; otherwise nil.
    private func direct(
        _ placement: DirectPlacement, _ frame: VideoPlanes?, _ memory: SharedVideoMemory?, on canvas: ScreenCanvas
    ) -> (DirectBuffer, Outcome)? {
        if let memory, let direct = canvas.directScanout.buffer(in: memory, placement) { return (direct, .shown) }
        // Frames of RGB samples are copied onto the canvas too.
        guard format.pixels.isYUV, let frame, let direct = canvas.directScanout.writable(placement),
            let target = direct.memory
        else {
            return nil
        }
        kernel.copy(frame, to: target)
        return (direct, .copied)
    }

    /// Whether the last frame has to be drawn again, because the plane no longer shows it, or may show it now.
    package func isLost(on view: borrowing ExternalView) -> Bool {
        let direct = view.canvas.directScanout
        if let shown { return !direct.isLatest(shown) }
        return waitsForPlane && direct.isOffered && view.canvas.damage.isEmpty
    }

    /// Draws only the background.
    func clear(_ canvas: ScreenCanvas) {
        canvas.fill(canvas.bounds, with: background)
    }

    private mutating func draw(_ frame: VideoPlanes, at place: Rectangle, isComplete: Bool, on canvas: ScreenCanvas) {
        if isComplete {
            let bare = canvas.bounds.parts(outside: place.intersection(placement.clip(in: canvas.bounds)))
            for index in bare.indices { canvas.fill(bare[index], with: background) }
        }
        // If the frame covers the view, the former picture is not needed.
        let clip = placement.clip(in: canvas.bounds)
        let covers = place.intersection(clip) == canvas.bounds
        if covers { canvas.replace() }
        if isConverted(at: place, on: canvas) {
            kernel.convert(frame, to: canvas.pixels.part(place).rows)
            if !covers { canvas.markDamaged(place) }
        } else {
            canvas.draw(shownPart(of: converted(frame, by: kernel)), filling: place, clip: clip)
        }
    }

    /// Draws a frame with alpha on a layer, which is transparent beside it.
    private mutating func draw(
        _ frame: VideoPlanes, with kernel: VideoKernel, at place: Rectangle, on canvas: ScreenCanvas
    ) {
        if placement.isPlain, place == canvas.bounds, place.size == format.size {
            kernel.convert(frame, to: canvas.pixels.rows)
            canvas.markDamaged(place)
        } else {
            let pixels = converted(frame, by: kernel)
            let part = shownPart(of: pixels)
            let image = Image(turned ?? pixels, isOpaque: false)
            canvas.clear(to: .clear)
            canvas.withClip(placement.clip(in: canvas.bounds)) {
                canvas.draw(
                    image, part: turned == nil ? placement.crop ?? Rectangle(format.size) : Rectangle(part.size),
                    filling: place, .bilinear)
            }
        }
    }

    /// The shown part of a frame, in its orientation.
    private mutating func shownPart(of pixels: OwnedPixels) -> PixelBuffer {
        let part = pixels.pixels.part(placement.crop ?? Rectangle(format.size))
        guard placement.orientation != .upright else { return part }
        let turned = turned ?? OwnedPixels(placement.orientation.size(of: part.size))
        self.turned = turned
        _ = turned.pixels.copy(Rectangle(part.size), of: part, placement.orientation)
        return turned.pixels
    }

    private mutating func converted(_ frame: VideoPlanes, by kernel: VideoKernel) -> OwnedPixels {
        let pixels = scaled ?? OwnedPixels(format.size)
        scaled = pixels
        kernel.convert(frame, to: pixels.pixels.rows)
        return pixels
    }
}
