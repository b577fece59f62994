import CScreensCairo

/// How a path is stroked.
public struct StrokeStyle: Sendable, Hashable {
    /// The form of the two ends of a line.
    public enum Cap: Sendable, Hashable, CaseIterable {
        /// The line ends at its last point.
        case butt
        /// A half circle around the last point.
        case round
        /// A half square around the last point.
        case square
    }

    /// The form of a corner.
    public enum Join: Sendable, Hashable, CaseIterable {
        /// A point; a ``bevel`` if the point would be longer than ten times the width.
        case miter
        /// A circle around the corner.
        case round
        /// A cut corner.
        case bevel
    }

    /// The width in pixels, before the transform of the context. Nothing is drawn if it is not positive.
    public var width: Double
    /// The form of the ends.
    public var cap: Cap
    /// The form of the corners.
    public var join: Join
    /// The lengths of dashes and gaps in turns, in pixels. The line is solid if this is empty, if a length is negative
    /// or not a number, or if the dashes are too short to be visible.
    public var dashes: [Double]
    /// How far into the dashes the line begins, in pixels.
    public var dashOffset: Double

    /// Makes a style; by default a solid line with plain ends and pointed corners.
    public init(width: Double, cap: Cap = .butt, join: Join = .miter, dashes: [Double] = [], dashOffset: Double = 0) {
        self.width = width
        self.cap = cap
        self.join = join
        self.dashes = dashes
        self.dashOffset = dashOffset
    }
}

/// The inside of a path whose lines cross.
public enum FillRule: Sendable, Hashable, CaseIterable {
    /// A point is inside if the path goes around it; rounds of opposite directions cancel each other.
    case nonZero
    /// A point is inside if the path goes around it an odd number of times: a path inside another one is a hole.
    case evenOdd
}

extension StrokeStyle.Cap {
    var cairo: cairo_line_cap_t {
        switch self {
        case .butt: CAIRO_LINE_CAP_BUTT
        case .round: CAIRO_LINE_CAP_ROUND
        case .square: CAIRO_LINE_CAP_SQUARE
        }
    }
}

extension StrokeStyle.Join {
    var cairo: cairo_line_join_t {
        switch self {
        case .miter: CAIRO_LINE_JOIN_MITER
        case .round: CAIRO_LINE_JOIN_ROUND
        case .bevel: CAIRO_LINE_JOIN_BEVEL
        }
    }
}

extension StrokeStyle {
    /// Sets the dashes for the path of a Cairo context if they can be seen: too many on one line would take minutes.
    ///
    /// - Parameter stretch: the largest factor by which the transform lengthens a line.
    func setDashes(of cairo: OpaquePointer, stretch: Double) {
        var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
        cairo_path_extents(cairo, &left, &top, &right, &bottom)
        let period = dashes.reduce(0, +)
        let isVisible =
            dashes.count <= 64 && dashes.allSatisfy { $0.isFinite && $0 >= 0 } && period.isFinite
            && period * stretch >= 0.25 && period * 100_000 >= right - left + bottom - top
        let offset = dashOffset.isFinite ? dashOffset.truncatingRemainder(dividingBy: 2 * period) : 0
        cairo_set_dash(cairo, dashes, isVisible ? Int32(dashes.count) : 0, isVisible ? offset : 0)
    }
}
