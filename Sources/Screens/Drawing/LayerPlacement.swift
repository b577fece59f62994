/// The place of a layer on a screen: ``ScreenLayer``.
public struct LayerPlacement: Sendable, Hashable {
    /// The rectangle of the screen's picture, in pixels. It may be partly outside: that part is not shown.
    public var rectangle: Rectangle
    /// The order: a layer is above all layers of lower numbers, and above older layers of the same number.
    public var order: Int
    /// The opacity, 0 to 1, in steps of 1/255. It is multiplied with the alpha of the pixels.
    public var opacity: Double

    /// Makes a placement. ``VideoKit`` checks it.
    public init(_ rectangle: Rectangle, order: Int = 0, opacity: Double = 1) {
        self.rectangle = rectangle
        self.order = order
        self.opacity = opacity
    }

    /// The opacity as a number of steps.
    var opacitySteps: UInt8 { UInt8((min(max(opacity, 0), 1) * 255).rounded()) }

    /// Checks the numbers.
    ///
    /// - Parameters:
    ///   - bounds: the size of the screen's picture; nil if it is not known, while the screen is dark.
    ///   - name: the name of the screen.
    /// - Throws: ``ScreenError/Code/invalidArgument``.
    package func check(in bounds: Size?, of name: String) throws(ScreenError) {
        guard !rectangle.isEmpty, rectangle.width <= Image.longestSide, rectangle.height <= Image.longestSide else {
            throw Self.error(rectangle, on: name, remedy: "a layer has sides of 1 to \(Image.longestSide) pixels")
        }
        if let bounds {
            guard rectangle.intersects(Rectangle(bounds)) else {
                throw Self.error(rectangle, on: name, remedy: "its picture has \(bounds) pixels, from 0,0")
            }
        } else {
            // No picture reaches so far, and no area of such rectangles together overflows.
            let reach = -Image.longestSide...Image.longestSide
            guard reach ~= rectangle.x, reach ~= rectangle.y else {
                throw Self.error(
                    rectangle, on: name, remedy: "a layer is at most \(Image.longestSide) pixels away from 0,0")
            }
        }
        guard (0...1).contains(opacity) else {
            throw ScreenError(
                .invalidArgument, operation: "show a layer on", object: name,
                circumstances: "its opacity is \(opacity)", remedy: "an opacity is from 0 to 1")
        }
    }

    private static func error(_ rectangle: Rectangle, on name: String, remedy: String) -> ScreenError {
        ScreenError(
            .invalidArgument, operation: "show a layer on", object: name,
            circumstances: "its rectangle is \(rectangle)", remedy: remedy)
    }
}
