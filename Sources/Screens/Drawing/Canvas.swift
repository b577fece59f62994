/// Pixels without a screen, for pictures that are drawn once and used often, such as backgrounds, maps and layers.
///
/// ```swift
/// var map = try Canvas(Size(width: 256, height: 256))
/// map.fill(Rectangle(x: 0, y: 128, width: 256, height: 128), with: .green)
/// let image = map.makeImage()
/// ```
///
/// ``Drawable`` has its drawing functions. Only one thread at a time may use it. It allocates when it is made,
/// and when it is drawn on while an image shares its pixels.
public struct Canvas: ~Copyable, Drawable {
    private let memory: CanvasMemory

    /// Makes a transparent canvas, or a black one without alpha.
    ///
    /// - Parameters:
    ///   - size: the number of columns and rows, 1 to ``Image/longestSide`` each.
    ///   - isOpaque: whether the canvas has no alpha. An image without alpha is drawn faster.
    /// - Throws: ``ScreenError/Code/invalidArgument`` for any other size.
    public init(_ size: Size, isOpaque: Bool = false) throws(ScreenError) {
        try Image.check(size, nil)
        memory = CanvasMemory(size, isOpaque: isOpaque)
    }

    /// The number of columns and rows.
    public var size: Size { memory.size }
    /// The area to draw in, in pixels.
    public var bounds: Rectangle { Rectangle(memory.size) }
    /// Whether the canvas has no alpha.
    public var isOpaque: Bool { memory.isOpaque }
    /// The drawing functions' access to the pixels.
    public var drawing: DrawingAccess { DrawingAccess(memory) }

    /// Makes an image of the present picture. The image shares the pixels, so nothing is copied now. The next change of
    /// the canvas copies them first if the image still exists.
    public func makeImage() -> Image { memory.image }
}

/// The pixels of a canvas.
private final class CanvasMemory: DrawingTarget {
    let isOpaque: Bool
    // The canvas has its pixels for good, so they are not lent.
    let loan: UInt64 = 0
    private(set) var clip: Rectangle
    /// The pixels, which are never written while an image shares them.
    private var memory: OwnedPixels

    init(_ size: Size, isOpaque: Bool) {
        memory = OwnedPixels(size)
        clip = Rectangle(size)
        self.isOpaque = isOpaque
    }

    var size: Size { memory.pixels.size }
    var image: Image { Image(memory, isOpaque: isOpaque) }

    var pixels: PixelBuffer {
        if !isKnownUniquelyReferenced(&memory) { memory = OwnedPixels(copying: memory) }
        return memory.pixels
    }

    func setClip(_ rectangle: Rectangle) {
        clip = rectangle
    }

    func markDamaged(_: Rectangle) {}

    func replace() {
        if !isKnownUniquelyReferenced(&memory) { memory = OwnedPixels(size) }
    }
}
