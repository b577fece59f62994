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
        /// From right to left, or from left to right with a negative speed.
        case horizontal
        /// Upwards, or downwards with a negative speed.
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
    }

    /// - Throws: ``ScreenError/Code/invalidArgument`` if the strip is shorter than its layer.
    func check(in rectangle: Rectangle) throws(ScreenError) {
        let side = axis == .horizontal ? rectangle.width : rectangle.height
        guard length >= side else {
            throw ScreenError(
                .invalidArgument, operation: "scroll", object: "a strip of \(length) pixels",
                circumstances: "its layer has \(side)", remedy: "append empty pixels to the strip")
        }
    }
}

/// The place of a strip in its layer, over time.
struct ScrollPosition: Sendable {
    /// The pixel of the strip at the edge of the layer.
    private(set) var offset = 0
    /// The refreshes since the last step.
    private var rest = 0

    /// The equal steps of a strip.
    struct Steps: Sendable, Hashable {
        /// The pixels of a step; negative if the strip moves the other way.
        let pixels: Int
        /// The refreshes from one step to the next.
        let refreshes: Int

        /// The steps that are nearest to a speed.
        ///
        /// - Parameter period: the time from one refresh to the next.
        init(speed: Double, period: Duration) {
            let distance = speed * (period / .seconds(1))
            let length = distance.magnitude
            guard length > 1e-6 else {
                (pixels, refreshes) = (0, 1)
                return
            }
            let step = max(length.rounded(), 1)
            pixels = Int(distance < 0 ? -step : step)
            refreshes = length < 1 ? Int((1 / length).rounded()) : 1
        }
    }

    /// Moves the strip on.
    ///
    /// - Parameter refreshes: the refreshes since the last call.
    mutating func advance(refreshes: Int, _ steps: Steps, length: Int) {
        rest += min(max(refreshes, 0), 1 << 32)
        let distance = rest / steps.refreshes * steps.pixels
        rest %= steps.refreshes
        offset = (offset + distance % length + length) % length
    }
}
