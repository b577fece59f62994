/// Pixels without a screen, to draw on: for pictures that are made once and drawn often, such as backgrounds, maps and layers.
///
/// ```swift
/// var map = try Canvas(Size(width: 256, height: 256))
/// map.fill(Rectangle(x: 0, y: 128, width: 256, height: 128), with: .green)
/// let image = map.makeImage()
/// ```
///
/// Its drawing functions are those of a view: see ``Drawable``. One thread at a time uses it. It allocates when it is made, and
/// where it is drawn on while an image shares its pixels.
public struct Canvas: ~Copyable, Drawable {
    private let memory: CanvasMemory

    /// Makes a transparent canvas, or a black one without alpha.
    ///
    /// - Parameters:
    ///   - size: columns and rows, 1 to ``Image/longestSide`` each.
    ///   - isOpaque: whether the canvas has no alpha. An image without alpha is drawn faster.
    /// - Throws: ``ScreenError/Code/invalidArgument`` for another size.
    public init(_ size: Size, isOpaque: Bool = false) throws(ScreenError) {
        try Image.check(size, nil)
        memory = CanvasMemory(size, isOpaque: isOpaque)
    }

    /// Columns and rows.
    public var size: Size { memory.size }
    /// The area to draw in, in pixels.
    public var bounds: Rectangle { Rectangle(memory.size) }
    /// Whether the canvas has no alpha.
    public var isOpaque: Bool { memory.isOpaque }
    /// The access of the drawing functions to the pixels.
    public var drawing: DrawingAccess { DrawingAccess(memory) }

    /// The present picture as an image, which shares the pixels: nothing is copied. The next change of the canvas copies them
    /// first, if the image still exists then.
    public func makeImage() -> Image { memory.image }
}

/// The pixels of a canvas.
private final class CanvasMemory: DrawingTarget {
    let isOpaque: Bool
    // Its pixels are the canvas's for good.
    let loan: UInt64 = 0
    private(set) var clip: Rectangle
    /// Never written while an image has it too.
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
