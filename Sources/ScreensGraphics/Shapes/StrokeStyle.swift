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
        /// A point; where it would be longer than ten times the width, as ``bevel``.
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
    /// The lengths of dashes and gaps in turns, in pixels. Empty, or with a length that is negative or not a number, the line is solid; so
    /// it is where dashes are too short to be visible.
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
    /// Inside is where the path goes around once or several times, with rounds of opposite directions cancelling each other.
    case nonZero
    /// Inside is where the path goes around an odd number of times: a path in another one is a hole.
    case evenOdd
}
