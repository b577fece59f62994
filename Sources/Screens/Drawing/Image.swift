/// A picture that is drawn on views: pixels with alpha, made once and never changed.
///
/// Copies share the pixels. Two images are equal where they are copies of each other, which is found out at once, however
/// large they are; two made of the same pixels are not.
public struct Image: Sendable {
    /// The pixels, kept for as long as a copy is there.
    private final class Storage: Sendable {
        /// Premultiplied ARGB8888; XRGB8888 with a fourth byte of 0 where the image is opaque.
        let pixels: [UInt32]

        init(_ pixels: [UInt32]) {
            self.pixels = pixels
        }
    }

    /// The most columns or rows that an image has.
    public static var longestSide: Int { 16384 }

    /// Columns and rows.
    public let size: Size
    /// Whether nothing of what is behind it shines through.
    public let isOpaque: Bool
    private let storage: Storage

    /// An image of pixels `0xAARRGGBB`, row by row from the top, whose colours are multiplied by their alpha. What of a
    /// colour is above its alpha is cut off.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` where a side is not from 1 to ``longestSide``, or the pixels are not
    ///   as many as the size says.
    public init(size: Size, premultiplied pixels: [UInt32]) throws(ScreenError) {
        try Self.check(size, pixels.count)
        self.init(size: size, valid: pixels.map { Self.clamped($0) })
    }

    /// An image of pixels `0xAARRGGBB`, row by row from the top, whose colours are as they would be without alpha, as in
    /// PNG files.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` where a side is not from 1 to ``longestSide``, or the pixels are not
    ///   as many as the size says.
    public init(size: Size, straight pixels: [UInt32]) throws(ScreenError) {
        try Self.check(size, pixels.count)
        self.init(size: size, valid: pixels.map { Self.multiplied($0) })
    }

    /// An opaque image of pixels `0x00RRGGBB`, row by row from the top; the highest byte means nothing.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` where a side is not from 1 to ``longestSide``, or the pixels are not
    ///   as many as the size says.
    public init(size: Size, opaque pixels: [UInt32]) throws(ScreenError) {
        try Self.check(size, pixels.count)
        self.init(size: size, isOpaque: true, pixels: pixels.map { $0 & 0xFF_FFFF })
    }

    /// An image that is painted: `body` is given all pixels, row by row from the top without gaps, clear at first, and
    /// makes them premultiplied `0xAARRGGBB`. What of a colour is above its alpha is cut off.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` where a side is not from 1 to ``longestSide``.
    public init(size: Size, painting body: (_ pixels: inout MutableSpan<UInt32>) -> Void) throws(ScreenError) {
        try Self.check(size, nil)
        var pixels = [UInt32](repeating: 0, count: size.width * size.height)
        var span = pixels.mutableSpan
        body(&span)
        for index in pixels.indices { pixels[index] = Self.clamped(pixels[index]) }
        self.init(size: size, valid: pixels)
    }

    /// What a screen showed, opaque.
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

    /// The pixels as premultiplied `0xAARRGGBB`, row by row from the top. A copy: not for every frame.
    public var premultipliedPixels: [UInt32] {
        isOpaque ? storage.pixels.map { $0 | 0xFF00_0000 } : storage.pixels
    }

    /// How its pixels are put on others.
    var composition: Composition { isOpaque ? .copy : .over }

    /// Lends the pixels, which are not to be written to.
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
                .invalidArgument, operation: "making an image of", object: size.description,
                remedy: "a side has 1 to \(longestSide) pixels")
        }
        guard let count, count != size.width * size.height else { return }
        throw ScreenError(
            .invalidArgument, operation: "making an image of", object: size.description,
            remedy: "it has \(size.width * size.height) pixels, and \(count) are given")
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
    /// Whether one is a copy of the other.
    public static func == (left: Image, right: Image) -> Bool { left.storage === right.storage }

    /// Hashes which image it is, and not its pixels.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(storage))
    }
}

/// What becomes of a picture's pixels when it is drawn in another size.
public enum Interpolation: Sendable, Hashable, CaseIterable {
    /// Each pixel of the target is one of the source: hard edges, no new colours.
    case nearest
    /// Each pixel of the target is a mixture of the four of the source around it.
    case bilinear
}

/// How pixels are put on those that are there.
enum Composition: Sendable {
    /// Instead of them.
    case copy
    /// Over them, as far as their alpha goes; they are premultiplied.
    case over
}
