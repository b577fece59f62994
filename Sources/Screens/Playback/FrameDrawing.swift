import ScreensRaster

/// Draws frames of one form on a view: converted straight onto it, once, or where they have another size, as a picture that is scaled
/// onto it.
package struct FrameDrawing: Sendable {
    private let format: VideoFormat
    private let mode: ContentMode
    private let background: Color
    private let kernel: VideoKernel
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

    /// Draws a frame. In the frame path.
    ///
    /// - Parameters:
    ///   - frame: ``VideoFormat/byteCount`` bytes, and those of the gaps, which may change meanwhile; nil draws the background alone.
    ///   - stride: bytes from one row to the next, where the format has rows; nil without gaps.
    ///   - isComplete: whether the view has something else than the frame before.
    package mutating func draw(
        _ frame: UnsafeRawPointer?, stride: Int? = nil, isComplete: Bool, on view: inout ExternalView
    ) {
        draw(frame, stride: stride, isComplete: isComplete, on: view.canvas)
    }

    /// Draws a frame, as on a view.
    mutating func draw(
        _ frame: UnsafeRawPointer?, stride: Int? = nil, isComplete: Bool, on canvas: ScreenCanvas
    ) {
        let place = frame == nil ? .zero : mode.rectangle(for: format.displaySize, in: canvas.bounds)
        if isComplete {
            let bare = canvas.bounds.parts(outside: place)
            for index in bare.indices { canvas.fill(bare[index], with: background) }
        }
        guard let frame else { return }
        // The former picture is not needed where the frame covers the view.
        let covers = place.intersection(canvas.bounds) == canvas.bounds
        if covers { canvas.replace() }
        if place.size == format.size, place.intersection(canvas.bounds) == place {
            kernel.convert(frame, stride: stride, to: canvas.pixels.part(place).rows)
            if !covers { canvas.markDamaged(place) }
        } else {
            let pixels = scaled ?? OwnedPixels(format.size)
            scaled = pixels
            kernel.convert(frame, stride: stride, to: pixels.pixels.rows)
            canvas.draw(pixels.pixels, filling: place, clip: canvas.bounds)
        }
    }
}
