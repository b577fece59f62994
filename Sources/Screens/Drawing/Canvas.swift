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
