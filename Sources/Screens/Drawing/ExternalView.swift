/// The drawing surface of a screen during one frame, which ``VideoKitDelegate/updateExternalView(_:)`` draws on.
///
/// It keeps its picture from frame to frame, so that only changes need to be drawn. They are shown at the next refresh.
/// Without changes there is no flip.
///
/// Pixels are XRGB8888: `0x00RRGGBB` in a `UInt32`.
public struct ExternalView: ~Copyable {
    /// The timing of the frame.
    public let timing: FrameTiming
    /// When the delegate is called again; by default at the next refresh.
    public var nextUpdate = NextUpdate.nextRefresh
    let canvas: Canvas

    init(timing: FrameTiming, canvas: Canvas) {
        self.timing = timing
        self.canvas = canvas
    }

    /// The screen, as it was at its modeset.
    public var screen: Screen { canvas.screen }

    /// The id of the content. It stays the same until ``VideoKitDelegate/contentDidEnd(_:)``, across short disconnects
    /// and other pauses.
    public var content: ContentID { canvas.content }

    /// The area to draw in, in pixels. Use it for the layout instead of the mode: overscan and rotation change it.
    public var bounds: Rectangle { Rectangle(canvas.size) }

    /// The colour behind everything. Another colour fills the whole view and draws the ``image`` over it. Setting the
    /// same colour costs nothing and causes no flip.
    public var backgroundColor: Color {
        get { canvas.backgroundColor }
        nonmutating set { canvas.setBackgroundColor(newValue) }
    }

    /// Fills a rectangle, clipped to the bounds.
    public borrowing func fill(_ rectangle: Rectangle, with color: Color) {
        canvas.fill(rectangle, with: color)
    }

    /// Draws pixels directly, anywhere in the view.
    ///
    /// - Parameters:
    ///   - damage: the part that `body` may change, in pixels; changes elsewhere may never be shown. The default is the
    ///     whole view.
    ///   - body: receives all rows, top first, and the number of pixels from one row to the next.
    public borrowing func withPixels<Failure: Error, Result: ~Copyable>(
        damage: Rectangle? = nil,
        _ body: (_ pixels: inout MutableSpan<UInt32>, _ stride: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        canvas.markDamaged(damage ?? bounds)
        return try lendPixels(body)
    }

    /// Redraws all pixels. Unlike in ``withPixels(damage:_:)`` the former pixels are undefined, and `body` must set
    /// all of them.
    ///
    /// This is cheaper for programs that draw whole frames, such as players and renderers: with
    /// ``DrawingMemory/scanout`` nothing is copied.
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
    /// A copy of the present picture. It allocates: do not use it in every frame.
    public borrowing func picture() -> Picture {
        Picture(copying: canvas.pixels)
    }
}

extension ExternalView {
    /// The scale for drawings made for ordinary displays of about 100 pixels per inch: 2 on a display of about 200 pixels
    /// per inch. 1 if the display's size is unknown or implausible.
    public var scale: Int { DisplayDensity(canvas.screen).scale }

    /// The image over the background, or nil. It is drawn once, placed by ``contentMode``. Another image draws the
    /// difference. Setting the same image costs nothing and causes no flip.
    public var image: Image? {
        get { canvas.imageLayer.image }
        nonmutating set { canvas.setImageLayer(Canvas.ImageLayer(image: newValue, mode: contentMode)) }
    }

    /// How ``image`` is placed in the view; by default ``ContentMode/fit``. Another mode draws the difference. Setting the
    /// same mode costs nothing and causes no flip.
    public var contentMode: ContentMode {
        get { canvas.imageLayer.mode }
        nonmutating set { canvas.setImageLayer(Canvas.ImageLayer(image: image, mode: newValue)) }
    }

    /// Draws an image, or a part of it, in its own size over the picture, clipped to the bounds.
    ///
    /// - Parameters:
    ///   - part: the part of the image to draw, in its pixels; by default the whole image.
    ///   - place: the place of the upper left pixel of the part.
    public borrowing func draw(_ image: Image, part: Rectangle? = nil, at place: (x: Int, y: Int)) {
        canvas.draw(image, part: part ?? Rectangle(image.size), at: place)
    }

    /// Draws an image, or a part of it, scaled to a rectangle over the picture, clipped to the bounds.
    ///
    /// - Parameters:
    ///   - part: the part of the image to draw, in its pixels; by default the whole image.
    ///   - rectangle: the rectangle to fill, which may exceed the bounds.
    ///   - interpolation: how pixels are scaled.
    public borrowing func draw(
        _ image: Image, part: Rectangle? = nil, in rectangle: Rectangle, interpolation: Interpolation = .bilinear
    ) {
        canvas.draw(image, part: part ?? Rectangle(image.size), filling: rectangle, interpolation)
    }

    /// Draws a frame inside the edges of a rectangle, clipped to the bounds.
    ///
    /// - Parameters:
    ///   - rectangle: the outer edge of the frame.
    ///   - thickness: the thickness in pixels; nothing is drawn if it is not positive.
    ///   - color: the colour of the frame.
    public borrowing func frame(_ rectangle: Rectangle, thickness: Int = 1, with color: Color) {
        canvas.frame(rectangle, thickness: thickness, with: color)
    }

    /// Draws a text in the built-in font, ``BitmapFont``, clipped to the bounds. A line feed begins a new line.
    ///
    /// - Parameters:
    ///   - place: the upper left corner of the first line.
    ///   - scale: the size of a pixel of the font, in pixels, at most 4096; nothing is drawn if it is not positive.
    ///   - background: the colour of the text's rectangle, or nil to keep the picture between the letters.
    public borrowing func draw(
        _ text: String, at place: (x: Int, y: Int), scale: Int = 1, color: Color, background: Color? = nil
    ) {
        canvas.draw(TextLayout(text, scale: scale), at: place, color: color, background: background)
    }

    /// The size of a text that ``draw(_:at:scale:color:background:)`` draws, in pixels.
    public static func size(of text: String, scale: Int = 1) -> Size {
        TextLayout(text, scale: scale).size
    }

    /// Draws pixels through a pointer, anywhere in the view: for renderers such as Cairo or Skia.
    ///
    /// With Cairo: give `baseAddress`, `CAIRO_FORMAT_RGB24`, the size and `bytesPerRow` to
    /// `cairo_image_surface_create_for_data`, draw, call `cairo_surface_flush` and destroy the surface before `body` returns.
    /// Pixman takes the same with `PIXMAN_x8r8g8b8`, Skia with `kBGRA_8888_SkColorType` and `kOpaque_SkAlphaType`.
    ///
    /// - Parameters:
    ///   - damage: the part that `body` may change, in pixels; changes elsewhere may never be shown. The default is the
    ///     whole view.
    ///   - body: receives the whole view, whose pixels may be read too. The pointer is invalid after `body` has returned.
    public borrowing func withUnsafePixels<Failure: Error, Result: ~Copyable>(
        damage: Rectangle? = nil, _ body: (_ surface: UnsafeSurface) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let pixels = canvas.pixels
        canvas.markDamaged(damage ?? bounds)
        return try body(
            UnsafeSurface(
                baseAddress: pixels.base, size: pixels.size, bytesPerRow: pixels.stride, format: .xrgb8888))
    }
}

/// The pixel density of a display, and the scale that follows from it.
struct DisplayDensity {
    /// The pixels per inch that drawings are usually made for.
    private static let ordinary = 96.0
    private static let largestScale = 4

    let scale: Int

    init(_ screen: Screen) {
        self.init(size: screen.currentMode?.size, millimeters: screen.physicalSize)
    }

    /// - Parameter millimeters: the size that the display reports: often none, sometimes only its aspect ratio.
    init(size: Size?, millimeters: Size?) {
        guard let size, let millimeters, millimeters.width >= 40, millimeters.height >= 20 else {
            scale = 1
            return
        }
        let density = Double(max(size.width, size.height)) * 25.4 / Double(max(millimeters.width, millimeters.height))
        scale = min(max(Int((density / Self.ordinary).rounded()), 1), Self.largestScale)
    }
}

/// Identifies the content that a delegate draws on a display.
///
/// Pauses do not end it: a short disconnect, a session in the background, a screen that is off. After a pause the view
/// still has its picture, and the frame numbers continue. A delegate can use it as a key for its data until
/// ``VideoKitDelegate/contentDidEnd(_:)``.
public struct ContentID: Sendable, Hashable, CustomStringConvertible {
    let number: UInt64

    /// A text for logs; its form may change.
    public var description: String { "content#\(number)" }
}
