/// The surface that a screen's delegate draws on. It keeps its picture from frame to frame.
///
/// The pixels are in ordinary memory, or during a frame in a buffer of the screen. Only the screen's own thread uses
/// it. A layer that a function draws has a canvas too.
final class ScreenCanvas: DrawingTarget {
    let content: ContentID
    /// The screen that it belongs to.
    private(set) var screen: Screen
    let size: Size
    let isOpaque: Bool
    /// The parts that changed since the last frame.
    private(set) var damage = Damage()
    private(set) var backgroundColor = Color.black
    private(set) var imageLayer = ImageLayer()
    private(set) var clip: Rectangle
    private(set) var loan: UInt64 = 0
    private let memory: OwnedPixels
    /// The pixels that are drawn on.
    private var target: PixelBuffer
    /// The pixels with the picture of the last frame.
    private var latest: PixelBuffer
    /// The parts of the picture that the target lacks.
    private var lacking = Damage()
    /// The buffers with video frames that a plane shows in place of the canvas.
    let directScanout = DirectScanout()

    /// Makes a black canvas, or a transparent one with alpha.
    init(content: ContentID, screen: Screen, size: Size, isOpaque: Bool = true) {
        self.content = content
        self.screen = screen
        self.size = size
        self.isOpaque = isOpaque
        clip = Rectangle(size)
        memory = OwnedPixels(size)
        target = memory.pixels
        latest = memory.pixels
    }

    /// Makes a canvas without memory of its own, for a part of another one. A frame begins in the pixels of the part.
    init(partOf whole: ScreenCanvas, size: Size) {
        content = whole.content
        screen = whole.screen
        self.size = size
        isOpaque = whole.isOpaque
        clip = Rectangle(size)
        memory = OwnedPixels(Size(width: 0, height: 0))
        target = memory.pixels
        latest = memory.pixels
    }

    var pixels: PixelBuffer {
        if !lacking.isEmpty { bringUpToDate() }
        return target
    }

    /// Moves the canvas to another screen, or to the same screen in another mode. Only while nothing is drawn.
    func move(to screen: Screen) {
        self.screen = screen
    }

    // MARK: Frames

    /// Lends the canvas to a delegate as a view.
    func lend<Failure: Error>(
        _ timing: FrameTiming, to body: (inout ExternalView) throws(Failure) -> Void
    ) throws(Failure) -> NextUpdate {
        var view = ExternalView(timing: timing, canvas: self)
        defer { loan += 1 }
        try body(&view)
        return view.nextUpdate
    }

    /// Begins a frame in `buffer`, which contains the picture except for `lacking`.
    func beginFrame(in buffer: PixelBuffer, lacking: Damage) {
        target = buffer
        self.lacking = lacking
    }

    /// Forgets the damage after the buffers have it, or are marked as lacking it.
    func damageTaken() {
        damage.removeAll()
    }

    /// Ends a frame: its pixels become the picture.
    func endFrame() {
        if !lacking.isEmpty { bringUpToDate() }
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

    /// Copies the parts that the target lacks. It is not inlined, because the caller would then copy the list of parts
    /// before it checks whether the list is empty.
    @inline(never)
    private func bringUpToDate() {
        target.copy(lacking, from: latest)
        lacking.removeAll()
    }

    // MARK: Drawing

    func setClip(_ rectangle: Rectangle) {
        clip = rectangle
    }

    func markDamaged(_ rectangle: Rectangle) {
        damage.insert(rectangle.intersection(Rectangle(size)))
    }

    /// Marks the whole picture as damaged, since a screen lacks all of it.
    func markAllDamaged() {
        damage.insert(Rectangle(size))
    }

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
}

extension ScreenCanvas {
    /// The image of a view, which is drawn over its background, and its place.
    struct ImageLayer {
        var image: Image?
        var mode = ContentMode.fit

        func rectangle(in bounds: Rectangle) -> Rectangle {
            guard let image else { return .zero }
            return mode.rectangle(for: image.size, in: bounds)
        }
    }

    /// Draws the difference: the new image, and the background in the part that only the former image covered.
    func setImageLayer(_ layer: ImageLayer) {
        guard layer.image != imageLayer.image || layer.mode != imageLayer.mode else { return }
        let former = imageLayer.rectangle(in: bounds).intersection(bounds)
        let place = layer.rectangle(in: bounds)
        let isSame = layer.image == imageLayer.image && place == imageLayer.rectangle(in: bounds)
        imageLayer = layer
        // The new mode gives the same place.
        guard !isSame else { return }
        withClip(bounds) { drawImageLayer(layer, at: place, over: former) }
    }

    private func drawImageLayer(_ layer: ImageLayer, at place: Rectangle, over former: Rectangle) {
        let covered =
            layer.image?.isOpaque == true ? place.intersection(bounds) : .zero
        let bare = former.parts(outside: covered)
        for index in bare.indices { fill(bare[index], with: backgroundColor) }
        if let image = layer.image { draw(image, part: Rectangle(image.size), filling: place, .bilinear) }
    }

    /// Fills the view with a colour and draws the image over it.
    ///
    /// - Parameter color: its alpha is ignored.
    func setBackgroundColor(_ color: Color) {
        let color = Color(rgb: color.rgb)
        guard color != backgroundColor else { return }
        backgroundColor = color
        withClip(bounds) {
            fill(bounds, with: color)
            guard let image = imageLayer.image else { return }
            draw(image, part: Rectangle(image.size), filling: imageLayer.rectangle(in: bounds), .bilinear)
        }
    }
}

extension Rectangle {
    /// The parts outside another rectangle: above, below, left and right.
    func parts(outside other: Rectangle) -> InlineArray<4, Rectangle> {
        let nothing = Rectangle.zero
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
