import ScreensRaster

/// An immutable image with alpha, to draw on views and canvases.
///
/// Copies share the pixels, and so do parts of an image (``cropped(to:)``). Two images are equal if they are copies of
/// each other, or the same part of such copies; the comparison does not read pixels, so two images made from the same
/// pixels are not equal.
public struct Image: Sendable {
    /// The maximum number of columns or rows.
    public static var longestSide: Int { 16384 }

    /// Whether no pixel has an alpha. An image of a ``Canvas`` has an alpha if the canvas has one.
    public let isOpaque: Bool
    /// The pixels: premultiplied ARGB8888, or XRGB8888 with a highest byte of 0 for an opaque image. They do not change
    /// while an image shares them.
    private let storage: OwnedPixels
    /// The part of the pixels that it shows.
    private let part: Rectangle

    /// Makes an image from pixels `0xAARRGGBB`, row by row from the top, with premultiplied alpha. Channels are limited
    /// to alpha.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` if a side is not from 1 to ``longestSide``, or the number of
    ///   pixels does not match the size.
    public init(size: Size, premultiplied pixels: [UInt32]) throws(ScreenError) {
        try Self.check(size, pixels.count)
        self.init(size: size, pixels, NormalKernel.limitToAlpha)
    }

    /// Makes an image from pixels `0xAARRGGBB`, row by row from the top, with straight alpha, as in PNG files.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` if a side is not from 1 to ``longestSide``, or the number of
    ///   pixels does not match the size.
    public init(size: Size, straight pixels: [UInt32]) throws(ScreenError) {
        try Self.check(size, pixels.count)
        self.init(size: size, pixels, NormalKernel.multiplyByAlpha)
    }

    /// Makes an opaque image from pixels `0x00RRGGBB`, row by row from the top; the highest byte is ignored.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` if a side is not from 1 to ``longestSide``, or the number of
    ///   pixels does not match the size.
    public init(size: Size, opaque pixels: [UInt32]) throws(ScreenError) {
        try Self.check(size, pixels.count)
        self.init(opaque: pixels, size)
    }

    /// Makes an image by drawing. `body` receives all pixels, row by row from the top without gaps, transparent at
    /// first, and sets them to premultiplied `0xAARRGGBB`. Channels are limited to alpha.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` if a side is not from 1 to ``longestSide``.
    public init(size: Size, drawing body: (_ pixels: inout MutableSpan<UInt32>) -> Void) throws(ScreenError) {
        try Self.check(size, nil)
        let storage = OwnedPixels(size, hasGaps: false)
        let (pixels, count) = (storage.pixels.row(0), size.width * size.height)
        var span = MutableSpan(_unsafeStart: pixels, count: count)
        body(&span)
        NormalKernel.limitToAlpha(pixels, pixels, count: count)
        self.init(valid: storage)
    }

    /// Makes an opaque image from a picture.
    public init(_ picture: Picture) {
        self.init(opaque: picture.pixels, picture.size)
    }

    /// Makes the image of a canvas, whose pixels it shares.
    init(_ storage: OwnedPixels, isOpaque: Bool) {
        self.init(storage, part: Rectangle(storage.pixels.size), isOpaque: isOpaque)
    }

    private init(_ storage: OwnedPixels, part: Rectangle, isOpaque: Bool) {
        self.storage = storage
        self.part = part
        self.isOpaque = isOpaque
    }

    private init(opaque pixels: [UInt32], _ size: Size) {
        let storage = OwnedPixels(size, hasGaps: false)
        Self.convert(pixels, to: storage, NormalKernel.clearAlpha)
        self.init(storage, isOpaque: true)
    }

    private init(
        size: Size, _ pixels: [UInt32],
        _ kernel: (UnsafeMutablePointer<UInt32>, UnsafePointer<UInt32>, Int) -> Void
    ) {
        let storage = OwnedPixels(size, hasGaps: false)
        Self.convert(pixels, to: storage, kernel)
        self.init(valid: storage)
    }

    /// - Parameter storage: new memory without gaps, with premultiplied pixels.
    private init(valid storage: OwnedPixels) {
        let pixels = storage.pixels.row(0)
        let count = storage.pixels.size.width * storage.pixels.size.height
        let isOpaque = NormalKernel.isOpaque(pixels, count: count)
        if isOpaque { NormalKernel.clearAlpha(pixels, pixels, count: count) }
        self.init(storage, isOpaque: isOpaque)
    }

    private static func convert(
        _ pixels: [UInt32], to storage: OwnedPixels,
        _ kernel: (UnsafeMutablePointer<UInt32>, UnsafePointer<UInt32>, Int) -> Void
    ) {
        pixels.withUnsafeBufferPointer { source in
            guard let start = source.baseAddress else { return }
            kernel(storage.pixels.row(0), start, source.count)
        }
    }

    /// The number of columns and rows.
    public var size: Size { part.size }

    /// Returns a part of the image. It shares the pixels, and no pixel is copied.
    ///
    /// - Parameter rectangle: the part in pixels of this image, clipped to it.
    /// - Returns: nil if no pixel is inside.
    public func cropped(to rectangle: Rectangle) -> Image? {
        let inside = rectangle.intersection(Rectangle(size))
        guard !inside.isEmpty else { return nil }
        return Image(storage, part: inside.offset(x: part.x, y: part.y), isOpaque: isOpaque)
    }

    /// A copy of the pixels as premultiplied `0xAARRGGBB`, row by row from the top. Do not use it in every frame.
    public var premultipliedPixels: [UInt32] {
        let pixels = Picture(copying: self.pixels).pixels
        return isOpaque ? pixels.map { $0 | 0xFF00_0000 } : pixels
    }

    /// The pixels, which must not be written, valid as long as the image lives.
    private var pixels: PixelBuffer { storage.pixels.part(part) }

    /// Lends the pixels, which must not be written.
    func withPixels<Result>(_ body: (PixelBuffer) -> Result) -> Result {
        withExtendedLifetime(storage) { body(pixels) }
    }

    /// - Throws: ``ScreenError/Code/invalidArgument`` for a size that an image cannot have, or another number of
    ///   pixels.
    static func check(_ size: Size, _ count: Int?) throws(ScreenError) {
        guard 1...longestSide ~= size.width, 1...longestSide ~= size.height else {
            throw ScreenError(
                .invalidArgument, operation: "make an image of", object: size.description,
                remedy: "a side has 1 to \(longestSide) pixels")
        }
        guard let count, count != size.width * size.height else { return }
        throw ScreenError(
            .invalidArgument, operation: "make an image of", object: size.description,
            remedy: "it needs \(size.width * size.height) pixels, and \(count) are given")
    }
}

extension Image: Hashable {
    /// Whether both are copies of one image, or the same part of copies.
    public static func == (left: Image, right: Image) -> Bool {
        left.storage === right.storage && left.part == right.part
    }

    /// Hashes the identity of the image, not its pixels.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(storage))
        hasher.combine(part)
    }
}
