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

extension ExternalView {
    /// How many pixels wide and high something is to be drawn that is one pixel on an ordinary display: 2 on a display of
    /// about 200 pixels an inch. 1 where the display's size is not known or not believable.
    public var scale: Int { DisplayDensity(canvas.screen).scale }

    /// The picture that lies over the background, or nil: drawn once, as ``contentMode`` says. Setting another one draws
    /// what is different; setting the same costs nothing and flips nothing.
    public var image: Image? {
        get { canvas.imageLayer.image }
        nonmutating set { canvas.setImageLayer(Canvas.ImageLayer(image: newValue, mode: contentMode)) }
    }

    /// How ``image`` lies in the view: ``ContentMode/fit`` at first. Setting another draws what is different; setting the
    /// same costs nothing and flips nothing.
    public var contentMode: ContentMode {
        get { canvas.imageLayer.mode }
        nonmutating set { canvas.setImageLayer(Canvas.ImageLayer(image: image, mode: newValue)) }
    }

    /// Draws an image, or a part of it, in its own size over what is there. What lies outside the bounds is left out.
    ///
    /// - Parameters:
    ///   - part: what of the image is drawn, in its pixels; all of it, where nothing is said.
    ///   - place: where the upper left pixel of that goes.
    public borrowing func draw(_ image: Image, part: Rectangle? = nil, at place: (x: Int, y: Int)) {
        canvas.draw(image, part: part ?? Rectangle(image.size), at: place)
    }

    /// Draws an image, or a part of it, in the size of a rectangle over what is there. What lies outside the bounds is left
    /// out.
    ///
    /// - Parameters:
    ///   - part: what of the image is drawn, in its pixels; all of it, where nothing is said.
    ///   - rectangle: what that fills, which may reach beyond the bounds.
    ///   - interpolation: what becomes of the pixels.
    public borrowing func draw(
        _ image: Image, part: Rectangle? = nil, in rectangle: Rectangle, interpolation: Interpolation = .bilinear
    ) {
        canvas.draw(image, part: part ?? Rectangle(image.size), filling: rectangle, interpolation)
    }

    /// Draws the inner edge of a rectangle. What lies outside the bounds is left out.
    ///
    /// - Parameter thickness: in pixels; nothing is drawn where it is not positive.
    public borrowing func frame(_ rectangle: Rectangle, thickness: Int = 1, with color: Color) {
        canvas.frame(rectangle, thickness: thickness, with: color)
    }

    /// Draws a text in the built-in font, ``BitmapFont``; a line feed begins a new line. What lies outside the bounds is
    /// left out.
    ///
    /// - Parameters:
    ///   - place: the upper left corner of the first line.
    ///   - scale: the side of a font's pixel, in pixels; nothing is drawn where it is not positive, and above 4096 it is
    ///     4096.
    ///   - background: fills the text's rectangle before, or nil: what is there stays between the letters.
    public borrowing func draw(
        _ text: String, at place: (x: Int, y: Int), scale: Int = 1, color: Color, background: Color? = nil
    ) {
        canvas.draw(TextLayout(text, scale: scale), at: place, color: color, background: background)
    }

    /// How large a text is that ``draw(_:at:scale:color:background:)`` draws, in pixels.
    public static func size(of text: String, scale: Int = 1) -> Size {
        TextLayout(text, scale: scale).size
    }

    /// Draws pixels through a pointer, anywhere in the view: for those who bring a renderer of their own.
    ///
    /// With Cairo: give `baseAddress`, `CAIRO_FORMAT_RGB24`, the size and `bytesPerRow` to
    /// `cairo_image_surface_create_for_data`, draw, call `cairo_surface_flush` and destroy the surface before `body` returns.
    /// Pixman takes the same with `PIXMAN_x8r8g8b8`, Skia with `kBGRA_8888_SkColorType` and `kOpaque_SkAlphaType`.
    ///
    /// - Parameters:
    ///   - damage: what `body` may change, in pixels; what it changes elsewhere may never be shown. The whole view,
    ///     where it is not said.
    ///   - body: is given all of the view, whose pixels may be read too. The memory is not to be used after `body` has
    ///     returned: the next time it may be elsewhere.
    public borrowing func withUnsafePixels<Failure: Error, Result: ~Copyable>(
        damage: Rectangle? = nil, _ body: (_ surface: UnsafeSurface) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let pixels = canvas.pixels
        canvas.damage.insert((damage ?? bounds).intersection(bounds))
        return try body(
            UnsafeSurface(
                baseAddress: pixels.base, size: pixels.size, bytesPerRow: pixels.stride, format: .xrgb8888))
    }
}

/// How fine a display's pixels are, and what to do about it.
struct DisplayDensity {
    /// What things are drawn for that know nothing of the display.
    private static let ordinary = 96.0
    private static let largestScale = 4

    let scale: Int

    init(_ screen: Screen) {
        self.init(size: screen.currentMode?.size, millimeters: screen.physicalSize)
    }

    /// - Parameter millimeters: as the display says it: often nothing, sometimes its aspect.
    init(size: Size?, millimeters: Size?) {
        guard let size, let millimeters, millimeters.width >= 40, millimeters.height >= 20 else {
            scale = 1
            return
        }
        let density = Double(max(size.width, size.height)) * 25.4 / Double(max(millimeters.width, millimeters.height))
        scale = min(max(Int((density / Self.ordinary).rounded()), 1), Self.largestScale)
    }
}

/// Names what a delegate shows on a display, for as long as it is kept.
///
/// A pause does not end it: a cable that was loose for a moment, a session in the background, a screen that is off. After
/// one the view has its picture still, and its frames are numbered on. What a delegate keeps for a screen it keeps under
/// this, until ``VideoKitDelegate/contentDidEnd(_:)``.
public struct ContentID: Sendable, Hashable, CustomStringConvertible {
    let number: UInt64

    /// For logs; its form may change.
    public var description: String { "content#\(number)" }
}
