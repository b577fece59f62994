import CScreensCairo
import Screens
import ScreensRaster

/// Colours that change along a line or from the middle of a circle outwards.
///
/// Coordinates are in the system of the ``GraphicsContext`` at the time of drawing.
public struct Gradient: Sendable, Hashable {
    /// A colour at a place of the gradient.
    public struct Stop: Sendable, Hashable {
        /// The place: 0 at the start, 1 at the end.
        public var offset: Double
        /// The colour at that place.
        public var color: Color

        /// Makes a stop.
        public init(_ offset: Double, _ color: Color) {
            self.offset = offset
            self.color = color
        }
    }

    /// The colours before the start and after the end.
    public enum Spread: Sendable, Hashable, CaseIterable {
        /// The colours of the first and the last stop.
        case pad
        /// The gradient again.
        case `repeat`
        /// The gradient, alternately backwards and forwards.
        case reflect
    }

    private enum Form: Sendable, Hashable {
        case linear(from: PathPoint, to: PathPoint)
        case radial(center: PathPoint, radius: Double)
    }

    private let form: Form
    let stops: [Stop]
    let spread: Spread

    /// A gradient along a line. The colour is constant at right angles to the line.
    ///
    /// - Parameters:
    ///   - start: the place of the offset 0.
    ///   - end: the place of the offset 1.
    ///   - stops: the colours in the order of their offsets. If empty, nothing is drawn.
    ///   - spread: the colours before the start and after the end.
    public static func linear(
        from start: (x: Double, y: Double), to end: (x: Double, y: Double), stops: [Stop], spread: Spread = .pad
    ) -> Gradient {
        Gradient(form: .linear(from: PathPoint(start), to: PathPoint(end)), stops: stops, spread: spread)
    }

    /// A gradient from the centre of a circle to its edge.
    ///
    /// - Parameters:
    ///   - center: the place of the offset 0.
    ///   - radius: the distance from the centre to the offset 1.
    ///   - stops: the colours in the order of their offsets. If empty, nothing is drawn.
    ///   - spread: the colours outside the circle.
    public static func radial(
        center: (x: Double, y: Double), radius: Double, stops: [Stop], spread: Spread = .pad
    ) -> Gradient {
        let radius = PathPoint((radius, 0)).x
        return Gradient(
            form: .radial(center: PathPoint(center), radius: max(radius, 0)), stops: stops, spread: spread)
    }

    /// Returns the shape for pixels from a place on, or nil if the gradient has no length.
    ///
    /// - Parameter matrix: leads from the coordinates of the gradient to pixels.
    func shape(from place: (x: Double, y: Double), _ matrix: DeviceMatrix) -> GradientKernel.Shape? {
        let inverse = matrix.inverse
        let origin = inverse.point(place.x, place.y)
        switch form {
        case .linear(let start, let end):
            let (x, y) = (end.x - start.x, end.y - start.y)
            let square = x * x + y * y
            guard square > 1e-9 else { return nil }
            return .linear(
                start: ((origin.x - start.x) * x + (origin.y - start.y) * y) / square,
                dx: (inverse.linear.xx * x + inverse.linear.yx * y) / square,
                dy: (inverse.linear.xy * x + inverse.linear.yy * y) / square)
        case .radial(let center, let radius):
            guard radius > 1e-3 else { return nil }
            return .radial(
                start: ((origin.x - center.x) / radius, (origin.y - center.y) / radius),
                dx: (inverse.linear.xx / radius, inverse.linear.yx / radius),
                dy: (inverse.linear.xy / radius, inverse.linear.yy / radius))
        }
    }

    /// Makes the gradient the source of a Cairo context.
    func apply(to cairo: OpaquePointer) {
        let pattern =
            switch form {
            case .linear(let start, let end): cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
            case .radial(let center, let radius):
                cairo_pattern_create_radial(center.x, center.y, 0, center.x, center.y, radius)
            }
        defer { cairo_pattern_destroy(pattern) }
        for stop in stops {
            let (red, green, blue, alpha) = stop.color.levels
            cairo_pattern_add_color_stop_rgba(pattern, stop.offset.part, red, green, blue, alpha)
        }
        switch spread {
        case .pad: cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        case .repeat: cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REPEAT)
        case .reflect: cairo_pattern_set_extend(pattern, CAIRO_EXTEND_REFLECT)
        }
        cairo_set_source(cairo, pattern)
    }
}

extension Color {
    /// The channels and the alpha from 0 to 1.
    var levels: (red: Double, green: Double, blue: Double, alpha: Double) {
        (Double(red) / 255, Double(green) / 255, Double(blue) / 255, Double(alpha) / 255)
    }
}

extension Double {
    /// The number limited to 0 to 1; 0 if it is not a number.
    var part: Double { self > 0 ? min(self, 1) : 0 }
}
