import CScreensCairo
import CScreensPango
import Screens
import ScreensRaster

/// Draws shapes, images and text on a view or an image during a call.
///
/// ```swift
/// view.drawGraphics { context in
///     context.fill(.roundedRectangle(x: 40, y: 40, width: 400, height: 120, radius: 16), with: .white)
///     context.draw(TextLayout("Platform 3", font: Font(size: 64), color: .black), at: (60, 60))
/// }
/// ```
///
/// Coordinates are pixels from the upper left corner, to the right and downwards, until ``translate(x:y:)``,
/// ``scale(x:y:)`` or ``rotate(by:)`` change that. The state of a context is its transform, its clip, its antialiasing
/// and its blend mode; ``saved(_:)`` resets them to what they were before.
///
/// It draws directly into the memory of the view and records which pixels it changes. Only these are shown at the next
/// refresh; if none changed, there is no flip.
///
/// Threads: a context belongs to the call that it is passed to. Each thread has its own fonts. Until it ends, it keeps
/// the texts that it shaped and copies of the images that it drew recently, each up to a limit, so a text is shaped
/// once. Only one thread at a time shapes a text or draws its letters, because Cairo's font files have one user at a
/// time. Shapes, images and gradients wait for no other thread.
public struct GraphicsContext: ~Copyable {
    private struct State {
        var matrix = DeviceMatrix()
        /// The bounding box of the clip, in pixels.
        var clip: Rectangle
        /// Whether the clip is its bounding box.
        var isClipWhole = true
        var isAntialiased = true
        var blendMode = BlendMode.over
        /// Whether Cairo draws on a layer, and not on the pixels of the surface.
        var isInLayer = false
    }

    /// The area to draw in, in pixels.
    public let bounds: Rectangle
    private let cairo: OpaquePointer
    private let surface: UnsafeSurface
    private var state: State
    /// The pixels that were drawn on.
    private(set) var drawn = DrawnParts()

    private init(_ cairo: OpaquePointer, _ surface: UnsafeSurface) {
        self.cairo = cairo
        self.surface = surface
        bounds = Rectangle(surface.size)
        state = State(clip: bounds)
    }

    /// Lends a context on pixels of memory.
    ///
    /// - Parameters:
    ///   - surface: XRGB8888, or premultiplied ARGB8888.
    ///   - clip: the part that drawing is limited to.
    /// - Returns: the result, and the parts that were drawn on.
    static func draw<Failure: Error, Result>(
        on surface: UnsafeSurface, inside clip: Rectangle,
        _ body: (inout GraphicsContext) throws(Failure) -> Result
    ) -> (result: Swift.Result<Result, Failure>, drawn: DrawnParts) {
        let format = surface.format == .argb8888 ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24
        let pixels = cairo_image_surface_create_for_data(
            surface.baseAddress.assumingMemoryBound(to: UInt8.self), format, Int32(surface.size.width),
            Int32(surface.size.height), Int32(surface.bytesPerRow))
        // Without memory, Cairo returns objects that draw nothing.
        guard let cairo = cairo_create(pixels) else { preconditionFailure("cairo_create returns a context always") }
        defer {
            cairo_destroy(cairo)
            cairo_surface_flush(pixels)
            cairo_surface_destroy(pixels)
        }
        var context = GraphicsContext(cairo, surface)
        if clip != context.bounds { context.clipToPixels(clip) }
        let result = Swift.Result { () throws(Failure) in try body(&context) }
        // After an error of Cairo, it is unknown how much was drawn.
        if cairo_status(cairo) != CAIRO_STATUS_SUCCESS { context.drawn.insert(context.bounds) }
        return (result, context.drawn)
    }

    // MARK: State

    /// Whether edges are smooth; by default true. If false, a pixel is painted if its centre is inside. Text is always
    /// smooth.
    public var isAntialiased: Bool {
        get { state.isAntialiased }
        set {
            state.isAntialiased = newValue
            cairo_set_antialias(cairo, newValue ? CAIRO_ANTIALIAS_DEFAULT : CAIRO_ANTIALIAS_NONE)
        }
    }

    /// How drawing is combined with the pixels below; by default `BlendMode.over`.
    public var blendMode: BlendMode {
        get { state.blendMode }
        set {
            state.blendMode = newValue
            cairo_set_operator(cairo, newValue.cairo)
        }
    }

    /// Calls `body`, and then resets the transform, the clip, the antialiasing and the blend mode to what they were
    /// before.
    public mutating func saved<Failure: Error, Result>(
        _ body: (inout GraphicsContext) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let former = state
        cairo_save(cairo)
        let result = Swift.Result { () throws(Failure) in try body(&self) }
        cairo_restore(cairo)
        state = former
        return try result.get()
    }

    /// Draws what `body` draws as one layer with an opacity: overlapping shapes do not show through each other. The
    /// layer is combined with the present blend mode; inside `body` the blend mode is `BlendMode.over`. Afterwards the
    /// transform, the clip, the antialiasing and the blend mode are what they were before.
    ///
    /// The layer is as large as the clip, so clip to the needed part first.
    ///
    /// - Parameters:
    ///   - opacity: 0 is transparent, 1 opaque.
    ///   - body: draws the layer, on a context of the same transform and clip.
    public mutating func layer<Failure: Error, Result>(
        opacity: Double, _ body: (inout GraphicsContext) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let former = state
        cairo_push_group(cairo)
        blendMode = .over
        state.isInLayer = true
        let result = Swift.Result { () throws(Failure) in try body(&self) }
        cairo_pop_group_to_source(cairo)
        // Cairo has restored its state of the beginning of the group.
        cairo_paint_with_alpha(cairo, opacity.part)
        state = former
        return try result.get()
    }

    /// Moves the origin of the coordinates.
    public mutating func translate(x: Double, y: Double) {
        state.matrix.translate(x, y)
    }

    /// Makes everything larger or smaller, from the origin of the coordinates. After a scale of 0, nothing is drawn
    /// until the end of ``saved(_:)``.
    public mutating func scale(x: Double, y: Double) {
        state.matrix.scale(x, y)
    }

    /// Rotates around the origin of the coordinates, clockwise.
    public mutating func rotate(by angle: Angle) {
        state.matrix.rotate(angle)
    }

    /// Prepends a transform: a point goes through `transform` first, and then through the present transform.
    public mutating func transform(by transform: Transform) {
        state.matrix.prepend(transform)
    }

    /// Restricts drawing to the inside of a path, in addition to the present clip, until the end of ``saved(_:)``.
    public mutating func clip(to path: Path, rule: FillRule = .nonZero) {
        let extent = trace(path)
        use(rule)
        cairo_clip(cairo)
        state.clip = state.clip.intersection(extent)
        if path.wholePixels(state.matrix) == nil { state.isClipWhole = false }
    }

    /// Restricts drawing to a rectangle, in addition to the present clip, until the end of ``saved(_:)``.
    public mutating func clip(to rectangle: Rectangle) {
        clip(to: .rectangle(rectangle))
    }

    // MARK: Shapes

    /// Fills the inside of a path.
    ///
    /// - Parameters:
    ///   - path: the outline; parts that are open are closed.
    ///   - paint: the colours of the inside.
    ///   - rule: which parts are inside if the path crosses itself.
    public mutating func fill(_ path: Path, with paint: Paint, rule: FillRule = .nonZero) {
        let part = trace(path).intersection(state.clip)
        guard !part.isEmpty else { return cairo_new_path(cairo) }
        if state.isClipWhole, let pixels = paint.gradient.flatMap({ GradientPixels($0, in: path, part, state.matrix) })
        {
            fill(path, with: pixels, part, rule)
        } else {
            guard take(paint) else { return cairo_new_path(cairo) }
            use(rule)
            cairo_fill(cairo)
        }
        drawn.insert(part)
    }

    /// Fills the traced path with the pixels of a gradient.
    private func fill(_ path: Path, with pixels: GradientPixels, _ part: Rectangle, _ rule: FillRule) {
        let isRectangle = path.wholePixels(state.matrix)?.intersection(state.clip) == part
        if isRectangle, !state.isInLayer, state.blendMode == .over {
            cairo_new_path(cairo)
            return draw(pixels, in: part)
        }
        let image = pixels.makeSurface()
        cairo_set_source_surface(cairo, image, Double(part.x), Double(part.y))
        // The source keeps the image until then.
        defer { cairo_set_source_rgb(cairo, 0, 0, 0) }
        cairo_surface_destroy(image)
        cairo_pattern_set_extend(cairo_get_source(cairo), CAIRO_EXTEND_PAD)
        cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST)
        use(rule)
        cairo_fill(cairo)
    }

    /// Blends the pixels of a gradient over the surface without Cairo.
    private func draw(_ pixels: GradientPixels, in part: Rectangle) {
        let target = cairo_get_target(cairo)
        cairo_surface_flush(target)
        let rows = PixelRows(
            base: surface.baseAddress + (part.y * surface.bytesPerRow + part.x * 4), stride: surface.bytesPerRow,
            width: part.width, height: part.height)
        pixels.draw(over: rows, isOpaque: surface.format != .argb8888)
        cairo_surface_mark_dirty_rectangle(
            target, Int32(part.x), Int32(part.y), Int32(part.width), Int32(part.height))
    }

    /// Fills the inside of a path with a colour.
    ///
    /// - Parameters:
    ///   - path: the outline; parts that are open are closed.
    ///   - color: the colour of the inside.
    ///   - rule: which parts are inside if the path crosses itself.
    public mutating func fill(_ path: Path, with color: Color, rule: FillRule = .nonZero) {
        fill(path, with: .color(color), rule: rule)
    }

    /// Fills a rectangle with a colour.
    public mutating func fill(_ rectangle: Rectangle, with color: Color) {
        fill(.rectangle(rectangle), with: .color(color))
    }

    /// Draws along a path. The line is as wide on one side of the path as on the other.
    public mutating func stroke(_ path: Path, with paint: Paint, style: StrokeStyle) {
        trace(path)
        let width = min(style.width, 1e6 / max(state.matrix.stretch, 1))
        guard width > 0, state.matrix.isUsable, take(paint) else { return cairo_new_path(cairo) }
        cairo.withMatrix(state.matrix) {
            cairo_set_line_width(cairo, width)
            cairo_set_line_cap(cairo, style.cap.cairo)
            cairo_set_line_join(cairo, style.join.cairo)
            style.setDashes(of: cairo, stretch: state.matrix.stretch)
            var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
            cairo_stroke_extents(cairo, &left, &top, &right, &bottom)
            let extent = state.matrix.extent(x: left, y: top, width: right - left, height: bottom - top)
            let part = extent.pixels(margin: 1).intersection(state.clip)
            guard right > left || bottom > top, !part.isEmpty else { return cairo_new_path(cairo) }
            cairo_stroke(cairo)
            drawn.insert(part)
        }
    }

    /// Draws along a path in a colour. The line is as wide on one side of the path as on the other.
    ///
    /// - Parameters:
    ///   - path: the middle of the line.
    ///   - color: the colour of the line.
    ///   - width: the width of the line in pixels, before the transform.
    public mutating func stroke(_ path: Path, with color: Color, width: Double = 1) {
        stroke(path, with: .color(color), style: StrokeStyle(width: width))
    }

    // MARK: Images

    /// Draws an image in its own size.
    ///
    /// Without a transform, `ExternalView` draws images itself, and faster.
    ///
    /// - Parameters:
    ///   - image: the image.
    ///   - place: the place of its upper left corner.
    public mutating func draw(_ image: Image, at place: (x: Double, y: Double)) {
        let outline = Path.rectangle(
            x: place.x, y: place.y, width: Double(image.size.width), height: Double(image.size.height))
        fill(outline, with: .image(image, at: place, tiling: .pad))
    }

    /// Draws an image scaled to a rectangle, smoothly.
    public mutating func draw(_ image: Image, in rectangle: Rectangle) {
        guard !rectangle.isEmpty else { return }
        saved { context in
            context.translate(x: Double(rectangle.x), y: Double(rectangle.y))
            context.scale(
                x: Double(rectangle.width) / Double(image.size.width),
                y: Double(rectangle.height) / Double(image.size.height))
            context.draw(image, at: (0, 0))
        }
    }

    // MARK: Text

    /// Draws a text.
    ///
    /// - Parameters:
    ///   - layout: the text with its fonts and colours.
    ///   - place: the upper left corner of the layout. Its letters stand on pixels, so that they stay sharp.
    ///   - opacity: 0 is transparent, 1 opaque.
    public mutating func draw(_ layout: TextLayout, at place: (x: Double, y: Double), opacity: Double = 1) {
        draw(layout, at: place, with: .color(layout.color), opacity: opacity)
    }

    /// Draws a text in a rectangle. Lines are as wide as the rectangle and aligned as the layout requires. With an
    /// ellipsis, the text does not exceed the rectangle's height; otherwise nothing is cut off.
    ///
    /// - Parameters:
    ///   - layout: the text with its fonts and colours. Its own width and height are ignored.
    ///   - rectangle: the rectangle. Nothing is drawn if it is empty.
    ///   - vertical: the place of the lines between the upper and the lower edge.
    ///   - opacity: 0 is transparent, 1 opaque.
    public mutating func draw(
        _ layout: TextLayout, in rectangle: Rectangle, vertical: VerticalAlignment = .center, opacity: Double = 1
    ) {
        guard !rectangle.isEmpty else { return }
        let layout = layout.fitted(to: rectangle.size)
        var room: Double { Double(rectangle.height) - Double(layout.size.height) }
        let distance: Double =
            switch vertical {
            case .top: 0
            case .center: (room / 2).rounded(.down)
            case .bottom: room
            }
        draw(layout, at: (Double(rectangle.x), Double(rectangle.y) + distance), opacity: opacity)
    }

    /// Draws a text; letters without a colour of their own get a gradient or an image.
    ///
    /// - Parameters:
    ///   - layout: the text with its fonts.
    ///   - place: the upper left corner of the layout. Its letters stand on pixels, so that they stay sharp.
    ///   - paint: the colours of the letters.
    ///   - opacity: 0 is transparent, 1 opaque.
    public mutating func draw(
        _ layout: TextLayout, at place: (x: Double, y: Double), with paint: Paint, opacity: Double = 1
    ) {
        let origin = PathPoint(place)
        guard state.matrix.isUsable, opacity.part > 0 else { return }
        let shaped = TextEngine.current.shape(layout, for: state.matrix.linear)
        let part = state.matrix.extent(of: shaped.ink, from: origin).intersection(state.clip)
        guard !part.isEmpty else { return }
        guard opacity.part == 1 else {
            // Glyphs with their own colours, such as emoji, take an opacity only from a layer.
            return saved { context in
                context.clipToPixels(part)
                context.layer(opacity: opacity) { $0.draw(layout, at: place, with: paint) }
            }
        }
        guard take(paint) else { return }
        cairo.withMatrix(state.matrix) {
            cairo_move_to(cairo, origin.x, origin.y)
            FontAccess.during { pango_cairo_show_layout(cairo, shaped.pango) }
            cairo_new_path(cairo)
        }
        drawn.insert(part)
    }

    /// Draws along the outlines of letters: before the text, a line of half the width around them. Emoji may have none.
    ///
    /// - Parameters:
    ///   - layout: the text with its fonts.
    ///   - place: the upper left corner of the layout, as for ``draw(_:at:opacity:)``.
    ///   - color: the colour of the line.
    ///   - width: the width of the line in pixels, before the transform.
    public mutating func stroke(
        _ layout: TextLayout, at place: (x: Double, y: Double), with color: Color, width: Double
    ) {
        let origin = PathPoint(place)
        let width = min(width, 1e6 / max(state.matrix.stretch, 1))
        guard state.matrix.isUsable, width > 0 else { return }
        let shaped = TextEngine.current.shape(layout, for: state.matrix.linear)
        let ink = shaped.ink.inset(by: -Int((width / 2).rounded(.up)))
        let part = state.matrix.extent(of: shaped.ink.isEmpty ? .zero : ink, from: origin).intersection(state.clip)
        guard !part.isEmpty, take(.color(color)) else { return }
        cairo.withMatrix(state.matrix) {
            cairo_move_to(cairo, origin.x, origin.y)
            FontAccess.during { pango_cairo_layout_path(cairo, shaped.pango) }
            cairo_set_line_width(cairo, width)
            cairo_set_line_cap(cairo, StrokeStyle.Cap.round.cairo)
            cairo_set_line_join(cairo, StrokeStyle.Join.round.cairo)
            cairo_set_dash(cairo, nil, 0, 0)
            cairo_stroke(cairo)
        }
        drawn.insert(part)
    }
}

extension GraphicsContext {
    /// Makes a path the current path of Cairo. Its points are pixels of the screen, limited to what Cairo's numbers can
    /// hold.
    ///
    /// - Returns: the pixels that the inside of the path reaches.
    @discardableResult
    private func trace(_ path: Path) -> Rectangle {
        cairo_new_path(cairo)
        guard state.matrix.isUsable else { return Rectangle(x: 0, y: 0, width: 0, height: 0) }
        for element in path.elements {
            switch element {
            case .move(let point):
                let point = place(point)
                cairo_move_to(cairo, point.x, point.y)
            case .line(let point):
                let point = place(point)
                cairo_line_to(cairo, point.x, point.y)
            case .curve(let first, let second, let end):
                let (first, second, end) = (place(first), place(second), place(end))
                cairo_curve_to(cairo, first.x, first.y, second.x, second.y, end.x, end.y)
            case .close: cairo_close_path(cairo)
            }
        }
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        cairo_path_extents(cairo, &left, &top, &right, &bottom)
        var extent = DeviceExtent()
        extent.insert(left, top)
        extent.insert(right, bottom)
        return extent.pixels()
    }

    private func place(_ point: PathPoint) -> (x: Double, y: Double) {
        let (x, y) = state.matrix.point(point.x, point.y)
        return (min(max(x, -4e6), 4e6), min(max(y, -4e6), 4e6))
    }

    /// Makes a paint the source of Cairo, in the coordinates of the program.
    ///
    /// - Returns: whether there is something to paint.
    private func take(_ paint: Paint) -> Bool {
        cairo.withMatrix(state.matrix) { paint.apply(to: cairo) }
    }

    private func use(_ rule: FillRule) {
        cairo_set_fill_rule(cairo, rule == .evenOdd ? CAIRO_FILL_RULE_EVEN_ODD : CAIRO_FILL_RULE_WINDING)
    }

    /// Restricts drawing to whole pixels of the screen.
    private mutating func clipToPixels(_ part: Rectangle) {
        cairo_new_path(cairo)
        cairo_rectangle(cairo, Double(part.x), Double(part.y), Double(part.width), Double(part.height))
        cairo_clip(cairo)
        state.clip = state.clip.intersection(part)
    }
}
