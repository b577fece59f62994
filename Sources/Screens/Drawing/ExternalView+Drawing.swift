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
