import CScreensCairo
import Glibc
import Screens

/// The transform from the coordinates that a program draws in to pixels.
struct DeviceMatrix: Hashable {
    /// The part without the translation, which decides how glyphs look.
    struct Linear: Hashable {
        var xx = 1.0
        var yx = 0.0
        var xy = 0.0
        var yy = 1.0

        static let identity = Linear()
    }

    /// The largest scale: beyond it, and below its inverse, nothing sensible is visible and Cairo's numbers overflow.
    private static let largest = 1e6

    private(set) var linear = Linear()
    private(set) var x = 0.0
    private(set) var y = 0.0

    /// Whether the matrix can be inverted and its numbers are within the limits, as drawing requires.
    var isUsable: Bool {
        let determinant = linear.xx * linear.yy - linear.xy * linear.yx
        let sizes = [linear.xx, linear.yx, linear.xy, linear.yy]
        return sizes.allSatisfy { $0.isFinite && abs($0) <= Self.largest } && x.isFinite && y.isFinite
            && abs(x) <= 1e9 && abs(y) <= 1e9 && abs(determinant) >= 1 / Self.largest
    }

    /// The matrix from pixels to the coordinates of the program; this one must be usable.
    var inverse: DeviceMatrix {
        let determinant = linear.xx * linear.yy - linear.xy * linear.yx
        var inverse = DeviceMatrix()
        inverse.linear = Linear(
            xx: linear.yy / determinant, yx: -linear.yx / determinant, xy: -linear.xy / determinant,
            yy: linear.xx / determinant)
        inverse.translate(-x, -y)
        return inverse
    }

    /// The factor by which the matrix stretches a line at most.
    var stretch: Double {
        max(hypot(linear.xx, linear.yx), hypot(linear.xy, linear.yy)) * 2.0.squareRoot()
    }

    /// The matrix for Cairo.
    var cairo: cairo_matrix_t {
        cairo_matrix_t(xx: linear.xx, yx: linear.yx, xy: linear.xy, yy: linear.yy, x0: x, y0: y)
    }

    mutating func translate(_ dx: Double, _ dy: Double) {
        x += linear.xx * dx + linear.xy * dy
        y += linear.yx * dx + linear.yy * dy
    }

    mutating func scale(_ sx: Double, _ sy: Double) {
        linear.xx *= sx
        linear.yx *= sx
        linear.xy *= sy
        linear.yy *= sy
    }

    /// - Parameter angle: clockwise on the screen.
    mutating func rotate(_ angle: Angle) {
        let radians = angle.radians.remainder(dividingBy: 2 * .pi)
        let quarters = (radians / (.pi / 2)).rounded()
        // Whole quarters are exact.
        var (sine, cosine) = (sin(radians), cos(radians))
        if abs(radians - quarters * .pi / 2) < 1e-12 { (sine, cosine) = (sine.rounded(), cosine.rounded()) }
        let old = linear
        linear.xx = old.xx * cosine + old.xy * sine
        linear.yx = old.yx * cosine + old.yy * sine
        linear.xy = old.xy * cosine - old.xx * sine
        linear.yy = old.yy * cosine - old.yx * sine
    }

    mutating func prepend(_ transform: Transform) {
        translate(transform.tx, transform.ty)
        let old = linear
        linear.xx = old.xx * transform.a + old.xy * transform.b
        linear.yx = old.yx * transform.a + old.yy * transform.b
        linear.xy = old.xx * transform.c + old.xy * transform.d
        linear.yy = old.yx * transform.c + old.yy * transform.d
    }

    func point(_ px: Double, _ py: Double) -> (x: Double, y: Double) {
        (linear.xx * px + linear.xy * py + x, linear.yx * px + linear.yy * py + y)
    }

    /// The extent of a rectangle, in pixels.
    func extent(x left: Double, y top: Double, width: Double, height: Double) -> DeviceExtent {
        var extent = DeviceExtent()
        for corner in [(left, top), (left + width, top), (left, top + height), (left + width, top + height)] {
            let (x, y) = point(corner.0, corner.1)
            extent.insert(x, y)
        }
        return extent
    }
}

/// The smallest rectangle around points, in pixels and fractions of pixels.
struct DeviceExtent {
    private var left = Double.infinity
    private var top = Double.infinity
    private var right = -Double.infinity
    private var bottom = -Double.infinity

    mutating func insert(_ x: Double, _ y: Double) {
        left = min(left, x)
        top = min(top, y)
        right = max(right, x)
        bottom = max(bottom, y)
    }

    /// The whole pixels that the extent reaches, with a margin.
    func pixels(margin: Double = 0) -> Rectangle {
        guard left <= right, top <= bottom else { return Rectangle(x: 0, y: 0, width: 0, height: 0) }
        func whole(_ value: Double) -> Int { Int(min(max(value, -1e9), 1e9)) }
        let (x, y) = (whole((left - margin).rounded(.down)), whole((top - margin).rounded(.down)))
        return Rectangle(
            x: x, y: y, width: whole((right + margin).rounded(.up)) - x,
            height: whole((bottom + margin).rounded(.up)) - y)
    }
}

extension DeviceMatrix {
    /// The pixels that a rectangle of whole pixels beside a point reaches.
    func extent(of rectangle: Rectangle, from origin: PathPoint) -> Rectangle {
        guard !rectangle.isEmpty else { return rectangle }
        return extent(
            x: origin.x + Double(rectangle.x), y: origin.y + Double(rectangle.y), width: Double(rectangle.width),
            height: Double(rectangle.height)
        ).pixels(margin: 1)
    }
}

extension OpaquePointer {
    /// Calls `body` while a Cairo context has a transform. At other times its points are pixels of the screen.
    func withMatrix<Result>(_ matrix: DeviceMatrix, _ body: () -> Result) -> Result {
        var matrix = matrix.cairo
        cairo_set_matrix(self, &matrix)
        let result = body()
        cairo_identity_matrix(self)
        return result
    }
}
