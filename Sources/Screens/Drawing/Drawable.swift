/// A surface to draw on: an ``ExternalView`` or a ``Canvas``.
///
/// A function that draws on `inout some Drawable & ~Copyable` draws on both. Only types of this library conform.
///
/// Rectangles and integer places are whole pixels. Coordinates of type `Double` are distances from the upper left
/// corner of the upper left pixel, whose middle is at 0.5, 0.5. Any numbers are allowed: nothing is drawn outside the
/// surface.
///
/// Call it on the thread that the view or the canvas belongs to.
public protocol Drawable: ~Copyable {
    /// The area to draw in, in pixels.
    var bounds: Rectangle { get }
    /// The drawing functions' access to the pixels.
    var drawing: DrawingAccess { get }
}

/// The drawing functions' access to the pixels of a ``Drawable``.
///
/// A view is lent for one call, and so is its access. A program that keeps the access and draws with it later ends with
/// a message.
public struct DrawingAccess {
    private let lent: any DrawingTarget
    private let loan: UInt64

    init(_ target: any DrawingTarget) {
        lent = target
        loan = target.loan
    }

    var target: any DrawingTarget {
        precondition(lent.loan == loan, "a view is lent for one call, and is drawn on after it")
        return lent
    }
}

extension Drawable where Self: ~Copyable {
    private var target: any DrawingTarget { drawing.target }

    /// The part that drawing is limited to; see ``clipped(to:_:)``. Without such a limit it is all of ``bounds``.
    public var clip: Rectangle { target.clip }

    /// Limits drawing to a rectangle during a call.
    ///
    /// Inside another such call, drawing is limited to the part that both contain. Direct access to pixels is not
    /// limited, and neither are ``ExternalView/backgroundColor`` and ``ExternalView/image``.
    public mutating func clipped<Failure: Error, Result: ~Copyable>(
        to rectangle: Rectangle, _ body: (inout Self) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let target = target
        let former = target.clip
        target.setClip(rectangle.intersection(former))
        defer { target.setClip(former) }
        return try body(&self)
    }

    // MARK: Colours and shapes

    /// Sets all pixels inside ``clip`` to a colour. By default they become transparent on a canvas with alpha, and
    /// black on a view.
    ///
    /// The background and the image of a view are covered until another one is set: use them, or draw everything
    /// yourself. This function does not read the former picture, so it is the cheapest way to begin a frame that is
    /// drawn as a whole.
    public mutating func clear(to color: Color = .clear) {
        target.clear(to: color)
    }

    /// Fills a rectangle.
    ///
    /// - Parameters:
    ///   - rectangle: the rectangle, in pixels.
    ///   - color: the colour. A colour with an alpha is blended.
    ///   - blend: how the colour is combined with the pixels below.
    public mutating func fill(_ rectangle: Rectangle, with color: Color, blend: BlendMode = .over) {
        target.fill(rectangle, with: color, blend)
    }

    /// Draws the outline of a rectangle inside its edges.
    ///
    /// - Parameters:
    ///   - rectangle: the outer edge of the outline.
    ///   - color: the colour of the outline.
    ///   - width: the width of the outline in pixels; nothing is drawn if it is not positive.
    ///   - blend: how the colour is combined with the pixels below.
    public mutating func stroke(
        _ rectangle: Rectangle, with color: Color, width: Int = 1, blend: BlendMode = .over
    ) {
        target.stroke(rectangle, with: color, width: width, blend)
    }

    /// Draws a straight line with soft edges and square-cut ends.
    ///
    /// The line covers `width / 2` on both sides of the way between the points. So a horizontal line of width 1 is
    /// sharp if its y is at the middle of a row, such as 10.5, and covers two rows by half if y is 10.
    ///
    /// - Parameters:
    ///   - start: one end.
    ///   - end: the other end.
    ///   - color: the colour of the line.
    ///   - width: the width in pixels, at most 8192. Lines thinner than a pixel are fainter. Nothing is drawn if it is
    ///     not
    ///     positive.
    ///   - blend: how the colour is combined with the pixels below.
    public mutating func drawLine(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), with color: Color, width: Double = 1,
        blend: BlendMode = .over
    ) {
        target.drawLine(from: start, to: end, with: color, width: width, blend)
    }

    // MARK: Text

    /// Draws a text in the built-in font, ``BitmapFont``. A line feed begins a new line.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - place: the upper left corner of the first line.
    ///   - scale: the size of a pixel of the font, in pixels, at most 4096; nothing is drawn if it is not positive.
    ///   - color: the colour of the letters.
    ///   - background: the colour of the text's rectangle, or nil to keep the picture between the letters.
    public mutating func draw(
        _ text: String, at place: (x: Int, y: Int), scale: Int = 1, color: Color, background: Color? = nil
    ) {
        target.draw(TextLayout(text, scale: scale), at: place, color: color, background: background)
    }

    /// Draws a text in the built-in font, ``BitmapFont``, in a rectangle. A line feed begins a new line. A text that is
    /// larger than the rectangle is not cut off: see ``clipped(to:_:)``.
    ///
    /// In the middle of the rectangle are the capitals and digits, from the top of the first line to the last baseline.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - rectangle: the rectangle. Nothing is drawn if it is empty.
    ///   - horizontal: the place of the lines between the left and the right edge.
    ///   - vertical: the place of the text between the upper and the lower edge.
    ///   - scale: the size of a pixel of the font, in pixels, at most 4096; nothing is drawn if it is not positive.
    ///   - color: the colour of the letters.
    public mutating func draw(
        _ text: String, in rectangle: Rectangle, horizontal: HorizontalAlignment = .center,
        vertical: VerticalAlignment = .center, scale: Int = 1, color: Color
    ) {
        guard !rectangle.isEmpty else { return }
        let layout = TextLayout(text, scale: scale, alignment: horizontal)
        target.draw(layout, at: layout.place(in: rectangle, vertical), color: color, background: nil)
    }

    /// The size of a text that ``draw(_:at:scale:color:background:)`` draws, in pixels.
    public static func size(of text: String, scale: Int = 1) -> Size {
        TextLayout(text, scale: scale).size
    }
}

extension Drawable where Self: ~Copyable {
    /// The width and height in pixels.
    public var size: Size { bounds.size }

    /// Draws an image, or a part of it, in its own size.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - part: the part of the image to draw, in its pixels; by default the whole image.
    ///   - place: the place of the upper left pixel of the part.
    ///   - opacity: the opacity, from 0 (invisible) to 1.
    ///   - tint: a colour that each pixel is multiplied by; its alpha is a further opacity. White changes nothing.
    ///   - blend: how pixels are combined with the pixels below.
    public mutating func draw(
        _ image: Image, part: Rectangle? = nil, at place: (x: Int, y: Int), opacity: Double = 1, tint: Color = .white,
        blend: BlendMode = .over
    ) {
        let ink = ImageInk(opacity: opacity, tint: tint, blend: blend)
        target.draw(image, part: part ?? Rectangle(image.size), at: place, ink)
    }

    /// Draws an image, or a part of it, scaled to a rectangle.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - part: the part of the image to draw, in its pixels; by default the whole image.
    ///   - rectangle: the rectangle to fill, which may exceed the bounds.
    ///   - interpolation: how pixels are scaled.
    ///   - opacity: the opacity, from 0 (invisible) to 1.
    ///   - tint: a colour that each pixel is multiplied by; its alpha is a further opacity. White changes nothing.
    ///   - blend: how pixels are combined with the pixels below.
    public mutating func draw(
        _ image: Image, part: Rectangle? = nil, in rectangle: Rectangle, interpolation: Interpolation = .bilinear,
        opacity: Double = 1, tint: Color = .white, blend: BlendMode = .over
    ) {
        let ink = ImageInk(opacity: opacity, tint: tint, blend: blend)
        target.draw(image, part: part ?? Rectangle(image.size), filling: rectangle, interpolation, ink)
    }

    /// Draws an image, or a part of it, by a transform that rotates, scales or skews it.
    ///
    /// Bilinear edges are soft: they fade over a pixel of the image. A picture that is made smaller than half loses
    /// pixels: draw it on a ``Canvas`` in steps, or have it in several sizes.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - part: the part of the image to draw, in its pixels; by default the whole image.
    ///   - transform: the transform from the part, whose upper left corner is at 0, 0, to the pixels to draw on.
    ///     Nothing is drawn if it cannot be reverted, or turns 8192 pixels into one.
    ///   - interpolation: how pixels between the image's pixels are computed.
    ///   - opacity: the opacity, from 0 (invisible) to 1.
    ///   - tint: a colour that each pixel is multiplied by; its alpha is a further opacity. White changes nothing.
    ///   - blend: how pixels are combined with the pixels below.
    public mutating func draw(
        _ image: Image, part: Rectangle? = nil, transform: Transform, interpolation: Interpolation = .bilinear,
        opacity: Double = 1, tint: Color = .white, blend: BlendMode = .over
    ) {
        let ink = ImageInk(opacity: opacity, tint: tint, blend: blend)
        target.draw(image, part: part ?? Rectangle(image.size), transform, interpolation, ink)
    }

    /// Draws an image, or a part of it, around a point: a sprite.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - part: the part of the image to draw, in its pixels; by default the whole image.
    ///   - center: the place of the middle of the part.
    ///   - rotation: the clockwise rotation around the middle.
    ///   - scale: the size as a factor.
    ///   - interpolation: how pixels between the image's pixels are computed.
    ///   - opacity: the opacity, from 0 (invisible) to 1.
    ///   - tint: a colour that each pixel is multiplied by; its alpha is a further opacity. White changes nothing.
    ///   - blend: how pixels are combined with the pixels below.
    public mutating func draw(
        _ image: Image, part: Rectangle? = nil, center: (x: Double, y: Double), rotation: Angle = .zero,
        scale: Double = 1, interpolation: Interpolation = .bilinear, opacity: Double = 1, tint: Color = .white,
        blend: BlendMode = .over
    ) {
        let part = part ?? Rectangle(image.size)
        var transform = rotation == .zero ? Transform.identity : .rotation(rotation)
        transform = Transform.translation(x: -Double(part.width) / 2, y: -Double(part.height) / 2)
            .concatenating(transform).scaled(by: scale).translated(x: center.x, y: center.y)
        draw(
            image, part: part, transform: transform, interpolation: interpolation, opacity: opacity, tint: tint,
            blend: blend)
    }
}

extension Drawable where Self: ~Copyable {
    /// Draws pixels directly: XRGB8888 on a view, and premultiplied ARGB8888 on a canvas with alpha.
    ///
    /// - Parameters:
    ///   - damage: the part that `body` may change, in pixels. Changes elsewhere may never be shown. The default is
    ///     everything.
    ///   - body: receives all rows, top first, and the number of pixels from one row to the next.
    public mutating func withPixels<Failure: Error, Result: ~Copyable>(
        damage: Rectangle? = nil,
        _ body: (_ pixels: inout MutableSpan<UInt32>, _ stride: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let target = target
        target.markDamaged(damage ?? bounds)
        return try lendPixels(of: target, body)
    }

    /// Redraws all pixels. Unlike in ``withPixels(damage:_:)`` the former pixels are undefined, and `body` must set all
    /// of them.
    ///
    /// This is cheaper for programs that draw whole frames, such as players and renderers: with
    /// ``DrawingMemory/scanout`` nothing is copied.
    public mutating func replacePixels<Failure: Error, Result: ~Copyable>(
        _ body: (_ pixels: inout MutableSpan<UInt32>, _ stride: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let target = target
        target.replace()
        return try lendPixels(of: target, body)
    }

    private func lendPixels<Failure: Error, Result: ~Copyable>(
        of target: any DrawingTarget,
        _ body: (_ pixels: inout MutableSpan<UInt32>, _ stride: Int) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let pixels = target.pixels
        let stride = pixels.stride / 4
        var span = MutableSpan(
            _unsafeStart: pixels.row(0), count: stride * (pixels.size.height - 1) + pixels.size.width)
        return try body(&span, stride)
    }

    /// Draws pixels through a pointer, for renderers such as Cairo or Skia.
    ///
    /// With Cairo: give `baseAddress`, `CAIRO_FORMAT_RGB24`, the size and `bytesPerRow` to
    /// `cairo_image_surface_create_for_data`, draw, call `cairo_surface_flush` and destroy the surface before `body`
    /// returns. Pixman takes the same with `PIXMAN_x8r8g8b8`, Skia with `kBGRA_8888_SkColorType` and
    /// `kOpaque_SkAlphaType`. On a canvas with alpha the format is `CAIRO_FORMAT_ARGB32`.
    ///
    /// - Parameters:
    ///   - damage: the part that `body` may change, in pixels. Changes elsewhere may never be shown. The default is
    ///     everything.
    ///   - body: receives all pixels, and may also read them. The pointer is invalid after `body` has returned.
    public mutating func withUnsafePixels<Failure: Error, Result: ~Copyable>(
        damage: Rectangle? = nil, _ body: (_ surface: UnsafeSurface) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        target.markDamaged(damage ?? bounds)
        return try lendSurface(body)
    }

    /// Redraws all pixels through a pointer. Unlike in ``withUnsafePixels(damage:_:)`` the former pixels are undefined,
    /// and `body` must set all of them. Nothing is read from the memory of a screen, and with ``DrawingMemory/scanout``
    /// nothing is copied.
    ///
    /// - Parameter body: receives all pixels. The pointer is invalid after `body` has returned.
    public mutating func replaceUnsafePixels<Failure: Error, Result: ~Copyable>(
        _ body: (_ surface: UnsafeSurface) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        target.replace()
        return try lendSurface(body)
    }

    private mutating func lendSurface<Failure: Error, Result: ~Copyable>(
        _ body: (_ surface: UnsafeSurface) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let pixels = target.pixels
        return try body(
            UnsafeSurface(
                baseAddress: pixels.base, size: pixels.size, bytesPerRow: pixels.stride,
                format: target.isOpaque ? .xrgb8888 : .argb8888))
    }
}
