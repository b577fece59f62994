import ScreensRaster

/// The pixels of a view, or of a canvas without a screen. All drawing is in extensions of this protocol.
protocol DrawingTarget: AnyObject {
    var size: Size { get }
    /// Whether the pixels are XRGB8888, and not premultiplied ARGB8888.
    var isOpaque: Bool { get }
    /// The complete picture, to draw on.
    var pixels: PixelBuffer { get }
    /// The part that drawing is limited to, inside the bounds.
    var clip: Rectangle { get }
    /// A number that changes when the pixels are no longer lent.
    var loan: UInt64 { get }

    /// Limits drawing to another part.
    func setClip(_ rectangle: Rectangle)
    /// Marks a part as drawn on.
    func markDamaged(_ rectangle: Rectangle)
    /// Marks the whole picture as redrawn: the former picture is not needed.
    func replace()
}

extension DrawingTarget {
    var bounds: Rectangle { Rectangle(size) }

    /// Calls a function while drawing is limited to a part of the present clip, or of the bounds.
    func withClip<Failure: Error, Result: ~Copyable>(
        _ rectangle: Rectangle, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let former = clip
        setClip(rectangle.intersection(bounds))
        defer { setClip(former) }
        return try body()
    }

    // MARK: Colours

    /// Makes all pixels inside the clip transparent, or black if there is no alpha, or fills them with a colour.
    func clear(to color: Color) {
        if clip == bounds { replace() }
        guard !clip.isEmpty else { return }
        let composition = Composition(.copy, isOpaque: false, ontoOpaque: isOpaque)
        PutKernel.fill(pixels.part(clip).rows, with: color.premultiplied, composition)
        markDamaged(clip)
    }

    func fill(_ rectangle: Rectangle, with color: Color, _ blend: BlendMode = .over) {
        let rectangle = rectangle.intersection(clip)
        guard !rectangle.isEmpty else { return }
        if rectangle == bounds, blend == .over, color.isOpaque { replace() }
        let composition = Composition(blend.mode, isOpaque: false, ontoOpaque: isOpaque)
        PutKernel.fill(pixels.part(rectangle).rows, with: color.premultiplied, composition)
        markDamaged(rectangle)
    }

    /// Draws the outline of a rectangle inside its edges.
    func stroke(_ rectangle: Rectangle, with color: Color, width: Int, _ blend: BlendMode) {
        guard width > 0, rectangle.intersects(clip) else { return }
        let side = min(rectangle.width, rectangle.height)
        // If the outline is at least half as wide as the shorter side, it fills the whole rectangle.
        guard width < side - side / 2 else { return fill(rectangle, with: color, blend) }
        let (x, y) = (rectangle.x, rectangle.y)
        let (right, bottom) = (rectangle.maxX, rectangle.maxY)
        let height = bottom - y - 2 * width
        fill(Rectangle(x: x, y: y, width: rectangle.width, height: width), with: color, blend)
        fill(Rectangle(x: x, y: bottom - width, width: rectangle.width, height: width), with: color, blend)
        fill(Rectangle(x: x, y: y + width, width: width, height: height), with: color, blend)
        fill(Rectangle(x: right - width, y: y + width, width: width, height: height), with: color, blend)
    }

    func drawLine(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), with color: Color, width: Double,
        _ blend: BlendMode
    ) {
        guard width > 0 else { return }
        // No pixel is covered if its middle is farther away.
        let reach = min(width, 8192) / 2 + 1
        let drawn = clip.pixels(
            fromX: min(start.x, end.x) - reach, to: max(start.x, end.x) + reach, fromY: min(start.y, end.y) - reach,
            to: max(start.y, end.y) + reach)
        guard !drawn.isEmpty else { return }
        func place(_ point: (x: Double, y: Double)) -> (x: Double, y: Double) {
            (point.x - Double(drawn.x), point.y - Double(drawn.y))
        }
        LineKernel.draw(
            pixels.part(drawn).rows, from: place(start), to: place(end), width: width, with: color.premultiplied,
            Composition(blend.mode, isOpaque: false, ontoOpaque: isOpaque))
        markDamaged(drawn)
    }

    /// Draws a text, and its background if a colour is given.
    func draw(_ layout: TextLayout, at place: (x: Int, y: Int), color: Color, background: Color?) {
        guard let drawn = layout.rectangle(at: place)?.intersection(clip), !drawn.isEmpty else { return }
        if let background { fill(drawn, with: background) }
        layout.draw(
            on: pixels.part(drawn).rows, at: (place.x - drawn.x, place.y - drawn.y), color: color.premultiplied,
            Composition(.over, isOpaque: false, ontoOpaque: isOpaque))
        markDamaged(drawn)
    }
}
