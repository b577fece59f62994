/// What a screen's delegate draws on: it keeps its picture from frame to frame.
///
/// That is ordinary memory, or for the length of a frame a buffer of the screen. One thread at a time uses it: the
/// screen's own.
final class Canvas {
    let content: ContentID
    /// The screen that it is for. Set only while no thread draws.
    var screen: Screen
    let size: Size
    /// What has changed since the last frame was taken.
    var damage = Damage()
    var backgroundColor = Color.black
    var imageLayer = ImageLayer()
    private let memory: OwnedPixels
    /// Where is drawn.
    private var target: PixelBuffer
    /// Where the picture is as the last frame left it.
    private var latest: PixelBuffer
    /// What of the picture the target does not have yet.
    private var lacking = Damage()

    /// A black one.
    init(content: ContentID, screen: Screen, size: Size) {
        self.content = content
        self.screen = screen
        self.size = size
        memory = OwnedPixels(size)
        target = memory.pixels
        latest = memory.pixels
    }

    /// The whole picture, to be drawn on.
    var pixels: PixelBuffer {
        bringUpToDate()
        return target
    }

    // MARK: Frames

    /// The next frame is drawn into `buffer`, which has the picture but for `lacking`.
    func beginFrame(in buffer: PixelBuffer, lacking: Damage) {
        target = buffer
        self.lacking = lacking
    }

    /// The frame is drawn: it is the picture now.
    func endFrame() {
        bringUpToDate()
        latest = target
    }

    /// Takes the picture out of the screen's buffers, which may go away then. What was drawn for a frame that never came
    /// is part of it.
    func leaveBuffers() {
        if !damage.isEmpty { endFrame() }
        if latest.base != memory.pixels.base { memory.pixels.copy(Damage(Rectangle(size)), from: latest) }
        target = memory.pixels
        latest = memory.pixels
        lacking.removeAll()
    }

    private func bringUpToDate() {
        guard !lacking.isEmpty else { return }
        target.copy(lacking, from: latest)
        lacking.removeAll()
    }

    // MARK: Drawing

    /// All of it is drawn anew: what was there need not be.
    func replace() {
        lacking.removeAll()
        damage.insert(Rectangle(size))
    }

    /// Takes over what has changed of a picture of the same size.
    func copy(_ changes: borrowing Damage, from picture: PixelBuffer) {
        if changes.count == 1, changes[0] == Rectangle(size) { replace() }
        pixels.copy(copy changes, from: picture)
        damage.insert(copy changes)
    }

    func fill(_ rectangle: Rectangle, with color: Color) {
        let rectangle = rectangle.intersection(Rectangle(size))
        if rectangle == Rectangle(size) { replace() }
        pixels.fill(rectangle, with: color.rgb)
        damage.insert(rectangle)
    }
}

extension Canvas {
    /// Draws a part of an image in its own size.
    func draw(_ image: Image, part: Rectangle, at place: (x: Int, y: Int)) {
        let drawn = image.withPixels { source in
            pixels.draw(source, part: part, at: place, clip: Rectangle(size), image.composition)
        }
        if let drawn = drawn ?? nil { damage.insert(drawn) }
    }

    /// Draws a part of an image in another size.
    func draw(_ image: Image, part: Rectangle, filling rectangle: Rectangle, _ interpolation: Interpolation) {
        let drawn = image.withPixels { source in
            pixels.draw(
                source, part: part, filling: rectangle, clip: Rectangle(size), interpolation, image.composition)
        }
        if let drawn = drawn ?? nil { damage.insert(drawn) }
    }

    /// Draws a whole opaque picture in another size, as far as a part of the canvas.
    func draw(_ picture: PixelBuffer, filling rectangle: Rectangle, clip: Rectangle) {
        let drawn = pixels.draw(
            picture, part: Rectangle(picture.size), filling: rectangle, clip: clip.intersection(Rectangle(size)),
            .bilinear, .copy)
        if let drawn { damage.insert(drawn) }
    }

    /// Fills the inner edge of a rectangle.
    func frame(_ rectangle: Rectangle, thickness: Int, with color: Color) {
        guard thickness > 0, !rectangle.intersection(Rectangle(size)).isEmpty else { return }
        let side = min(rectangle.width, rectangle.height)
        // From half of it on nothing is left in the middle.
        guard thickness < side - side / 2 else { return fill(rectangle, with: color) }
        let (x, y) = (rectangle.x, rectangle.y)
        let (right, bottom) = (rectangle.maxX, rectangle.maxY)
        let height = bottom - y - 2 * thickness
        fill(Rectangle(x: x, y: y, width: rectangle.width, height: thickness), with: color)
        fill(Rectangle(x: x, y: bottom - thickness, width: rectangle.width, height: thickness), with: color)
        fill(Rectangle(x: x, y: y + thickness, width: thickness, height: height), with: color)
        fill(Rectangle(x: right - thickness, y: y + thickness, width: thickness, height: height), with: color)
    }

    /// Draws a text, and its background where that has a colour.
    func draw(_ layout: TextLayout, at place: (x: Int, y: Int), color: Color, background: Color?) {
        guard let rectangle = layout.rectangle(at: place)?.intersection(Rectangle(size)), !rectangle.isEmpty else {
            return
        }
        if let background { pixels.fill(rectangle, with: background.rgb) }
        layout.draw(on: pixels, at: place, color: color)
        damage.insert(rectangle)
    }
}

extension Canvas {
    /// The picture of a view, which lies over its background, and where.
    struct ImageLayer {
        var image: Image?
        var mode = ContentMode.fit

        func rectangle(in bounds: Rectangle) -> Rectangle {
            guard let image else { return Rectangle(x: 0, y: 0, width: 0, height: 0) }
            return mode.rectangle(for: image.size, in: bounds)
        }
    }

    /// Draws what is different: the background where the former image was and the new one is not, and the new one.
    func setImageLayer(_ layer: ImageLayer) {
        guard layer.image != imageLayer.image || layer.mode != imageLayer.mode else { return }
        let bounds = Rectangle(size)
        let former = imageLayer.rectangle(in: bounds).intersection(bounds)
        let place = layer.rectangle(in: bounds)
        let isSame = layer.image == imageLayer.image && place == imageLayer.rectangle(in: bounds)
        imageLayer = layer
        // Another mode that makes no difference.
        guard !isSame else { return }
        let covered =
            layer.image?.isOpaque == true ? place.intersection(bounds) : Rectangle(x: 0, y: 0, width: 0, height: 0)
        let bare = former.parts(outside: covered)
        for index in bare.indices { fill(bare[index], with: backgroundColor) }
        if let image = layer.image { draw(image, part: Rectangle(image.size), filling: place, .bilinear) }
    }

    /// Fills all of the view with a colour and draws the image over it.
    func setBackgroundColor(_ color: Color) {
        guard color != backgroundColor else { return }
        backgroundColor = color
        fill(Rectangle(size), with: color)
        if let image = imageLayer.image {
            draw(image, part: Rectangle(image.size), filling: imageLayer.rectangle(in: Rectangle(size)), .bilinear)
        }
    }
}

extension Rectangle {
    /// What is left of it without another one: above, below, to the left and to the right.
    func parts(outside other: Rectangle) -> InlineArray<4, Rectangle> {
        let nothing = Rectangle(x: 0, y: 0, width: 0, height: 0)
        let hole = intersection(other)
        guard !hole.isEmpty else { return [self, nothing, nothing, nothing] }
        return [
            Rectangle(x: x, y: y, width: width, height: hole.y - y),
            Rectangle(x: x, y: hole.maxY, width: width, height: maxY - hole.maxY),
            Rectangle(x: x, y: hole.y, width: hole.x - x, height: hole.height),
            Rectangle(x: hole.maxX, y: hole.y, width: maxX - hole.maxX, height: hole.height),
        ]
    }
}
