/// A copy of the picture of a screen.
public struct Picture: Sendable, Hashable {
    /// The number of columns and rows.
    public let size: Size
    /// The pixels, XRGB8888, row by row from the top, without gaps.
    public let pixels: [UInt32]

    /// - Parameter pixels: XRGB8888 pixels whose number matches the size.
    init(size: Size, pixels: [UInt32]) {
        self.size = size
        self.pixels = pixels
    }

    init(copying buffer: PixelBuffer) {
        size = buffer.size
        pixels = [UInt32](unsafeUninitializedCapacity: size.width * size.height) { target, count in
            for y in 0..<buffer.size.height {
                let row = UnsafeBufferPointer(start: buffer.row(y), count: buffer.size.width)
                _ = UnsafeMutableBufferPointer(rebasing: target[(y * row.count)...]).initialize(from: row)
            }
            count = buffer.size.width * buffer.size.height
        }
    }

    /// The colour at a place inside the picture. A place outside ends the program with a message.
    public subscript(x: Int, y: Int) -> Color {
        precondition(0..<size.width ~= x && 0..<size.height ~= y, "\(x), \(y) is outside of a picture of \(size)")
        return Color(rgb: pixels[y * size.width + x])
    }

    /// Makes the picture of an image over black, such as an image from a file to compare with.
    public init(_ image: Image) {
        // Without their alpha, premultiplied pixels are the image over black.
        self.init(size: image.size, pixels: image.premultipliedPixels.map { $0 & 0xFF_FFFF })
    }

    /// The difference of two pictures of the same size or of different sizes.
    public struct Difference: Sendable, Hashable, CustomStringConvertible {
        /// The size of the picture.
        public let size: Size
        /// The size of the other picture.
        public let otherSize: Size
        /// The number of pixels that differ; all pixels if the sizes differ.
        public let count: Int
        /// The smallest part that contains all differing pixels.
        public let bounds: Rectangle
        /// The largest difference of a channel, from 1 to 255; 255 if the sizes differ.
        public let largest: Int

        /// A text such as `3 pixels in 4x1+10+20 by up to 255`, or `640x480 in place of 320x240`.
        public var description: String {
            size == otherSize
                ? "\(count) pixels in \(bounds) by up to \(largest)" : "\(size) in place of \(otherSize)"
        }
    }

    /// Compares the picture with another one.
    ///
    /// - Returns: nil if they are equal.
    public func difference(from other: Picture) -> Difference? {
        guard size == other.size else {
            return Difference(
                size: size, otherSize: other.size, count: pixels.count,
                bounds: Rectangle(x: 0, y: 0, width: size.width, height: size.height), largest: 255)
        }
        var (count, largest) = (0, 0)
        var bounds: Rectangle?
        for index in pixels.indices where pixels[index] != other.pixels[index] {
            let (ours, theirs) = (Color(rgb: pixels[index]), Color(rgb: other.pixels[index]))
            let channels = [(ours.red, theirs.red), (ours.green, theirs.green), (ours.blue, theirs.blue)]
            let pixel = Rectangle(x: index % size.width, y: index / size.width, width: 1, height: 1)
            count += 1
            largest = channels.reduce(largest) { max($0, abs(Int($1.0) - Int($1.1))) }
            bounds = bounds?.union(pixel) ?? pixel
        }
        return bounds.map { Difference(size: size, otherSize: other.size, count: count, bounds: $0, largest: largest) }
    }
}

extension Picture: CustomStringConvertible, CustomReflectable {
    /// A text such as `a picture of 320x240`, without the pixels.
    public var description: String { "a picture of \(size)" }

    /// The size alone, so that a failed expectation of a test does not print every pixel.
    public var customMirror: Swift.Mirror { Swift.Mirror(self, children: ["size": size]) }
}
