import Raster

/// An immutable image with alpha, to draw on views.
///
/// Copies share the pixels. Two images are equal if they are copies of each other; the comparison does not read pixels,
/// so two images made from the same pixels are not equal.
public struct Image: Sendable {
    /// The pixels, which live as long as any copy.
    private final class Storage: Sendable {
        /// Premultiplied ARGB8888; for an opaque image XRGB8888 with a highest byte of 0.
        let pixels: [UInt32]

        init(_ pixels: [UInt32]) {
            self.pixels = pixels
        }
    }

    /// The maximum number of columns or rows.
    public static var longestSide: Int { 16384 }

    /// Columns and rows.
    public let size: Size
    /// Whether all pixels are opaque.
    public let isOpaque: Bool
    private let storage: Storage

    /// Makes an image from pixels `0xAARRGGBB`, row by row from the top, with premultiplied alpha. Channels are limited to
    /// alpha.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` if a side is not from 1 to ``longestSide``, or the number of pixels
    ///   does not match the size.
    public init(size: Size, premultiplied pixels: [UInt32]) throws(ScreenError) {
        try Self.check(size, pixels.count)
        self.init(size: size, valid: pixels.map { Self.clamped($0) })
    }

    /// Makes an image from pixels `0xAARRGGBB`, row by row from the top, with straight alpha, as in PNG files.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` if a side is not from 1 to ``longestSide``, or the number of pixels
    ///   does not match the size.
    public init(size: Size, straight pixels: [UInt32]) throws(ScreenError) {
        try Self.check(size, pixels.count)
        self.init(size: size, valid: pixels.map { Self.multiplied($0) })
    }

    /// Makes an opaque image from pixels `0x00RRGGBB`, row by row from the top; the highest byte is ignored.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` if a side is not from 1 to ``longestSide``, or the number of pixels
    ///   does not match the size.
    public init(size: Size, opaque pixels: [UInt32]) throws(ScreenError) {
        try Self.check(size, pixels.count)
        self.init(size: size, isOpaque: true, pixels: pixels.map { $0 & 0xFF_FFFF })
    }

    /// Makes an image by drawing: `body` receives all pixels, row by row from the top without gaps, transparent at first,
    /// and sets them to premultiplied `0xAARRGGBB`. Channels are limited to alpha.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` if a side is not from 1 to ``longestSide``.
    public init(size: Size, painting body: (_ pixels: inout MutableSpan<UInt32>) -> Void) throws(ScreenError) {
        try Self.check(size, nil)
        var pixels = [UInt32](repeating: 0, count: size.width * size.height)
        var span = pixels.mutableSpan
        body(&span)
        for index in pixels.indices { pixels[index] = Self.clamped(pixels[index]) }
        self.init(size: size, valid: pixels)
    }

    /// Makes an opaque image from a picture.
    public init(_ picture: Picture) {
        self.init(size: picture.size, isOpaque: true, pixels: picture.pixels.map { $0 & 0xFF_FFFF })
    }

    private init(size: Size, valid pixels: [UInt32]) {
        let isOpaque = pixels.allSatisfy { $0 >> 24 == 255 }
        self.init(size: size, isOpaque: isOpaque, pixels: isOpaque ? pixels.map { $0 & 0xFF_FFFF } : pixels)
    }

    private init(size: Size, isOpaque: Bool, pixels: [UInt32]) {
        self.size = size
        self.isOpaque = isOpaque
        storage = Storage(pixels)
    }

    /// A copy of the pixels as premultiplied `0xAARRGGBB`, row by row from the top. Do not use it in every frame.
    public var premultipliedPixels: [UInt32] {
        isOpaque ? storage.pixels.map { $0 | 0xFF00_0000 } : storage.pixels
    }

    /// How its pixels are combined with the picture.
    var composition: Composition { isOpaque ? .copy : .over }

    /// Lends the pixels, which must not be written.
    func withPixels<Result>(_ body: (PixelBuffer) -> Result) -> Result? {
        storage.pixels.withUnsafeBufferPointer { pixels in
            pixels.baseAddress.map {
                body(PixelBuffer(base: UnsafeMutableRawPointer(mutating: $0), size: size, stride: size.width * 4))
            }
        }
    }

    private static func check(_ size: Size, _ count: Int?) throws(ScreenError) {
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

    private static func clamped(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        return alpha << 24 | min(pixel >> 16 & 255, alpha) << 16 | min(pixel >> 8 & 255, alpha) << 8
            | min(pixel & 255, alpha)
    }

    private static func multiplied(_ pixel: UInt32) -> UInt32 {
        let alpha = pixel >> 24
        func part(_ channel: UInt32) -> UInt32 { ((channel & 255) * alpha + 127) / 255 }
        return alpha << 24 | part(pixel >> 16) << 16 | part(pixel >> 8) << 8 | part(pixel)
    }
}

extension Image: Hashable {
    /// Whether both are copies of one image.
    public static func == (left: Image, right: Image) -> Bool { left.storage === right.storage }

    /// Hashes the identity of the image, not its pixels.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(storage))
    }
}
