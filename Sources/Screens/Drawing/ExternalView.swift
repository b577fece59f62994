/// One screen's surface during one frame: what ``VideoKitDelegate/updateExternalView(_:)`` draws on.
///
/// It keeps its picture from frame to frame, so only what changes needs to be drawn. Whatever is drawn is shown at the
/// next refresh; where nothing is drawn, nothing is flipped.
///
/// Pixels are XRGB8888: `0x00RRGGBB` in a `UInt32`.
public struct ExternalView: ~Copyable {
    /// The frame's timing.
    public let frame: Frame
    /// When the delegate is called again; at the next refresh, unless it is set.
    public var nextUpdate = NextUpdate.nextRefresh
    let canvas: Canvas

    init(frame: Frame, canvas: Canvas) {
        self.frame = frame
        self.canvas = canvas
    }

    /// The screen that is drawn for: as it was when it was lit.
    public var screen: Screen { canvas.screen }

    /// What is drawn: the same until ``VideoKitDelegate/contentDidEnd(_:)``, over short disconnects and other pauses.
    public var content: ContentID { canvas.content }

    /// The area to draw in, in pixels. Lay out by this and not by the mode: overscan and rotation change it.
    public var bounds: Rectangle { Rectangle(canvas.size) }

    /// The colour of the whole view. Setting another fills it, and draws the ``image`` over it; setting the same costs
    /// nothing and flips nothing.
    public var backgroundColor: Color {
        get { canvas.backgroundColor }
        nonmutating set { canvas.setBackgroundColor(newValue) }
    }

    /// Fills a rectangle; what lies outside the bounds is left out.
    public borrowing func fill(_ rectangle: Rectangle, with color: Color) {
        canvas.fill(rectangle, with: color)
    }

    /// Draws pixels directly, anywhere in the view.
    ///
    /// - Parameters:
    ///   - damage: what `body` may change, in pixels; what it changes elsewhere may never be shown. The whole view,
    ///     where it is not said.
    ///   - body: is given all rows, top first, and the number of pixels from one row to the next.
    public borrowing func withPixels<Failure: Error, Result: ~Copyable>(
        damage: Rectangle? = nil,
        _ body: (_ pixels: inout MutableSpan<UInt32>, _ stride: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        canvas.damage.insert((damage ?? bounds).intersection(bounds))
        return try lendPixels(body)
    }

    /// Draws all pixels anew: like ``withPixels(damage:_:)``, but what `body` finds there may be anything, and what it
    /// leaves there is shown.
    ///
    /// Cheaper for who draws whole frames, as players and renderers do: with ``DrawingMemory/scanout`` nothing is copied.
    public borrowing func replacePixels<Failure: Error, Result: ~Copyable>(
        _ body: (_ pixels: inout MutableSpan<UInt32>, _ stride: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        canvas.replace()
        return try lendPixels(body)
    }

    private borrowing func lendPixels<Failure: Error, Result: ~Copyable>(
        _ body: (_ pixels: inout MutableSpan<UInt32>, _ stride: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let pixels = canvas.pixels
        let stride = pixels.stride / 4
        var span = MutableSpan(
            _unsafeStart: pixels.row(0), count: stride * (pixels.size.height - 1) + pixels.size.width)
        return try body(&span, stride)
    }
}

extension ExternalView {
    /// A copy of what the view shows now. It allocates: not for every frame.
    public borrowing func picture() -> Picture {
        Picture(copying: canvas.pixels)
    }
}
