import Raster

/// The surface that a screen's delegate draws on. It keeps its picture from frame to frame.
///
/// The pixels are in ordinary memory, or during a frame in a buffer of the screen. Only the screen's own thread uses it.
final class Canvas {
    let content: ContentID
    /// The screen that it belongs to.
    private(set) var screen: Screen
    let size: Size
    /// The parts that changed since the last frame.
    private(set) var damage = Damage()
    private(set) var backgroundColor = Color.black
    private(set) var imageLayer = ImageLayer()
    private let memory: OwnedPixels
    /// The pixels that are drawn on.
    private var target: PixelBuffer
    /// The pixels with the picture of the last frame.
    private var latest: PixelBuffer
    /// The parts of the picture that the target lacks.
    private var lacking = Damage()

    /// A black canvas.
    init(content: ContentID, screen: Screen, size: Size) {
        self.content = content
        self.screen = screen
        self.size = size
        memory = OwnedPixels(size)
        target = memory.pixels
        latest = memory.pixels
    }

    /// The complete picture, to draw on.
    var pixels: PixelBuffer {
        bringUpToDate()
        return target
    }

    /// Makes it another screen's, or that of the same screen in another mode. Only while nothing is drawn.
    func move(to screen: Screen) {
        self.screen = screen
    }

    // MARK: Frames

    /// Begins a frame in `buffer`, which contains the picture except for `lacking`.
    func beginFrame(in buffer: PixelBuffer, lacking: Damage) {
        target = buffer
        self.lacking = lacking
    }

    /// Forgets the damage once the buffers have it, or know that they lack it.
    func damageTaken() {
        damage.removeAll()
    }

    /// Ends a frame: its pixels are the picture now.
    func endFrame() {
        bringUpToDate()
        latest = target
    }

    /// Copies the picture from the screen's buffers to its own memory, so that the buffers can be freed. The picture
    /// includes a frame that was drawn and never shown.
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

    /// Marks a part as drawn on.
    func markDamaged(_ rectangle: Rectangle) {
        damage.insert(rectangle.intersection(Rectangle(size)))
    }

    /// Marks the whole picture: a screen lacks all of it.
    func markAllDamaged() {
        damage.insert(Rectangle(size))
    }

    /// Marks the whole picture as redrawn: the former picture is not needed.
    func replace() {
        lacking.removeAll()
        damage.insert(Rectangle(size))
    }

    /// Copies the changed parts of a picture of the same size.
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

    /// Draws a whole opaque picture in another size, clipped to a part of the canvas.
    func draw(_ picture: PixelBuffer, filling rectangle: Rectangle, clip: Rectangle) {
        let drawn = pixels.draw(
            picture, part: Rectangle(picture.size), filling: rectangle, clip: clip.intersection(Rectangle(size)),
            .bilinear, .copy)
        if let drawn { damage.insert(drawn) }
    }

    /// Draws a frame inside the edges of a rectangle.
    func frame(_ rectangle: Rectangle, thickness: Int, with color: Color) {
        guard thickness > 0, !rectangle.intersection(Rectangle(size)).isEmpty else { return }
        let side = min(rectangle.width, rectangle.height)
        // From half of the shorter side on, the frame fills the whole rectangle.
        guard thickness < side - side / 2 else { return fill(rectangle, with: color) }
        let (x, y) = (rectangle.x, rectangle.y)
        let (right, bottom) = (rectangle.maxX, rectangle.maxY)
        let height = bottom - y - 2 * thickness
        fill(Rectangle(x: x, y: y, width: rectangle.width, height: thickness), with: color)
        fill(Rectangle(x: x, y: bottom - thickness, width: rectangle.width, height: thickness), with: color)
        fill(Rectangle(x: x, y: y + thickness, width: thickness, height: height), with: color)
        fill(Rectangle(x: right - thickness, y: y + thickness, width: thickness, height: height), with: color)
    }

    /// Draws a text, and its background if a colour is given.
    func draw(_ layout: TextLayout, at place: (x: Int, y: Int), color: Color, background: Color?) {
        guard let rectangle = layout.rectangle(at: place)?.intersection(Rectangle(size)), !rectangle.isEmpty else {
            return
        }
        if let background { pixels.fill(rectangle, with: background.rgb) }
        layout.draw(on: pixels, at: place, color: color.rgb)
        damage.insert(rectangle)
    }
}

extension Canvas {
    /// The image of a view, which is drawn over its background, and its place.
    struct ImageLayer {
        var image: Image?
        var mode = ContentMode.fit

        func rectangle(in bounds: Rectangle) -> Rectangle {
            guard let image else { return Rectangle(x: 0, y: 0, width: 0, height: 0) }
            return mode.rectangle(for: image.size, in: bounds)
        }
    }

    /// Draws the difference: the new image, and the background where only the former image was.
    func setImageLayer(_ layer: ImageLayer) {
        guard layer.image != imageLayer.image || layer.mode != imageLayer.mode else { return }
        let bounds = Rectangle(size)
        let former = imageLayer.rectangle(in: bounds).intersection(bounds)
        let place = layer.rectangle(in: bounds)
        let isSame = layer.image == imageLayer.image && place == imageLayer.rectangle(in: bounds)
        imageLayer = layer
        // The new mode gives the same place.
        guard !isSame else { return }
        let covered =
            layer.image?.isOpaque == true ? place.intersection(bounds) : Rectangle(x: 0, y: 0, width: 0, height: 0)
        let bare = former.parts(outside: covered)
        for index in bare.indices { fill(bare[index], with: backgroundColor) }
        if let image = layer.image { draw(image, part: Rectangle(image.size), filling: place, .bilinear) }
    }

    /// Fills the view with a colour and draws the image over it.
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
    /// The parts outside another rectangle: above, below, left and right.
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
