/// A picture that is longer than its layer and moves through it, such as the text of a ticker.
///
/// The strip is endless: its beginning follows its end. The screen's own thread moves it, so it moves on while the
/// program that made it does nothing.
///
/// Each step has the same number of pixels. So the speed is the nearest one of a whole number of pixels for each
/// refresh, or below one pixel, of one pixel for a whole number of refreshes. At 60 Hz, 240 pixels a second are 4
/// pixels a refresh, and 20 pixels a second are a pixel in three refreshes.
public struct ScrollingStrip: Sendable {
    /// The axis that a strip moves along.
    public enum Axis: Sendable, Hashable {
        /// The horizontal axis: from right to left, or from left to right with a negative speed.
        case horizontal
        /// The vertical axis: upwards, or downwards with a negative speed.
        case vertical
    }

    /// The maximum number of images of a strip.
    public static var mostImages: Int { 64 }
    /// The maximum length of a strip in pixels.
    public static var longestSide: Int { 1 << 18 }
    /// The maximum speed in pixels a second.
    public static var highestSpeed: Double { 100_000 }

    /// The parts of the strip, one behind the other.
    let images: [Image]
    /// The axis that it moves along.
    public let axis: Axis
    /// The speed in pixels a second.
    public let speed: Double
    /// The length of all images together.
    public let length: Int
    /// The other side of the narrowest image.
    let breadth: Int
    /// Whether no image has an alpha, and whether each has.
    let isOpaque: Bool
    let isTranslucent: Bool

    /// Makes a strip of images, which are joined along the axis. An image has at most ``Image/longestSide`` pixels, so
    /// a longer text has several.
    ///
    /// - Parameters:
    ///   - images: the parts of the strip. Pixels beyond the other side of the layer are not shown, and parts that an
    ///     image does not cover are transparent.
    ///   - axis: the axis that it moves along.
    ///   - speed: the speed in pixels a second, at most ``highestSpeed`` in both directions.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` for no images or more than ``mostImages``, a
    ///   strip that is longer than ``longestSide``, or another speed.
    public init(_ images: [Image], axis: Axis = .horizontal, speed: Double) throws(ScreenError) {
        guard 1...Self.mostImages ~= images.count else {
            throw ScreenError(
                .invalidArgument, operation: "scroll", object: "a strip of \(images.count) images",
                remedy: "a strip has 1 to \(Self.mostImages) images")
        }
        var length = 0
        for image in images { length += axis == .horizontal ? image.size.width : image.size.height }
        guard 1...Self.longestSide ~= length else {
            throw ScreenError(
                .invalidArgument, operation: "scroll", object: "a strip of \(length) pixels",
                remedy: "a strip has 1 to \(Self.longestSide) pixels")
        }
        guard (-Self.highestSpeed...Self.highestSpeed).contains(speed) else {
            throw ScreenError(
                .invalidArgument, operation: "scroll", object: "a strip by \(speed) pixels a second",
                remedy: "a strip moves by at most \(Int(Self.highestSpeed)) pixels a second")
        }
        self.images = images
        self.axis = axis
        self.speed = speed
        self.length = length
        breadth = images.map { axis == .horizontal ? $0.size.height : $0.size.width }.min() ?? 0
        isOpaque = images.allSatisfy(\.isOpaque)
        isTranslucent = !images.contains(where: \.isOpaque)
    }

    /// Whether it has pixels in all of its layer.
    func fills(_ rectangle: Rectangle) -> Bool {
        breadth >= (axis == .horizontal ? rectangle.height : rectangle.width)
    }

    /// Whether it is at least as long as a layer.
    package func isLongEnough(for rectangle: Rectangle) -> Bool {
        length >= (axis == .horizontal ? rectangle.width : rectangle.height)
    }

    /// - Throws: ``ScreenError/Code/invalidArgument`` if the strip is shorter than its layer.
    func check(in rectangle: Rectangle) throws(ScreenError) {
        try Self.check(length, along: axis, in: rectangle)
    }

    /// Checks the length of a strip that is not made yet.
    ///
    /// - Throws: ``ScreenError/Code/invalidArgument`` if it is shorter than its layer.
    package static func check(_ length: Int, along axis: Axis, in rectangle: Rectangle) throws(ScreenError) {
        let side = axis == .horizontal ? rectangle.width : rectangle.height
        guard length >= side else {
            throw ScreenError(
                .invalidArgument, operation: "scroll", object: "a strip of \(length) pixels",
                circumstances: "its layer has \(side)", remedy: "append empty pixels to the strip")
        }
    }
}
