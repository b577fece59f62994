/// What a screen's delegate draws on: ordinary memory that keeps its picture from frame to frame.
///
/// One thread at a time uses it: the screen's own.
final class Canvas {
    let content: ContentID
    /// The screen that it is for. Set only while no thread draws.
    var screen: Screen
    let size: Size
    /// What has changed since the last frame was taken.
    var damage = Damage()
    private(set) var backgroundColor = Color.black
    private let memory: UnsafeMutableRawPointer
    private let stride: Int

    /// A black one.
    init(content: ContentID, screen: Screen, size: Size) {
        self.content = content
        self.screen = screen
        self.size = size
        // The rows are aligned to cache lines, as is the start.
        stride = (size.width * 4 + 63) & ~63
        memory = .allocate(byteCount: stride * size.height, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: stride * size.height)
    }

    deinit {
        memory.deallocate()
    }

    var pixels: PixelBuffer { PixelBuffer(base: memory, size: size, stride: stride) }

    func fill(_ rectangle: Rectangle, with color: Color) {
        let rectangle = rectangle.intersection(Rectangle(size))
        pixels.fill(rectangle, with: color.rgb)
        damage.insert(rectangle)
    }

    func setBackgroundColor(_ color: Color) {
        guard color != backgroundColor else { return }
        backgroundColor = color
        fill(Rectangle(size), with: color)
    }
}
