import Glibc
import Screens

/// An outline of lines and curves, to be filled or stroked by a ``GraphicsContext``.
///
/// Coordinates are pixels to the right and downwards, before the transform of the context. The pixel in column 3 and
/// row 5 is the square from 3, 5 to 4, 6. So a rectangle with whole numbers has sharp edges, and a sharp line of one
/// pixel runs along halves of pixels. A coordinate that is not a number counts as 0.
///
/// A path is a value. It may be made on any thread and kept for any number of frames.
public struct Path: Sendable, Hashable {
    enum Element: Sendable, Hashable {
        case move(PathPoint)
        case line(PathPoint)
        case curve(PathPoint, PathPoint, PathPoint)
        case close
    }

    private(set) var elements: [Element] = []

    /// A path without a point.
    public init() {}

    /// Makes a path whose parts `build` adds.
    public init(_ build: (inout Path) -> Void) {
        build(&self)
    }

    /// Whether the path has no part.
    public var isEmpty: Bool { elements.isEmpty }

    /// Begins another part at a point.
    public mutating func move(to point: (x: Double, y: Double)) {
        elements.append(.move(PathPoint(point)))
    }

    /// Adds a line from the last point. Without a last point it only begins a part.
    public mutating func line(to point: (x: Double, y: Double)) {
        elements.append(elements.isEmpty ? .move(PathPoint(point)) : .line(PathPoint(point)))
    }

    /// Adds a cubic Bézier curve from the last point, which leaves it towards the first control point and arrives from
    /// the second. Without a last point it begins at the first control point.
    public mutating func curve(
        to point: (x: Double, y: Double), control1: (x: Double, y: Double), control2: (x: Double, y: Double)
    ) {
        if elements.isEmpty { move(to: control1) }
        elements.append(.curve(PathPoint(control1), PathPoint(control2), PathPoint(point)))
    }

    /// Closes the present part with a line to its first point. A stroke has a join there and not two caps.
    public mutating func close() {
        if !elements.isEmpty { elements.append(.close) }
    }

    /// Adds all parts of another path.
    public mutating func add(_ other: Path) {
        elements += other.elements
    }

    /// Adds an arc of a circle: a line from the last point to its beginning, if there is a last point, and the arc.
    ///
    /// - Parameters:
    ///   - center: the centre of the circle.
    ///   - radius: the radius of the circle in pixels, before the transform.
    ///   - start: the angle of its beginning, clockwise from the right.
    ///   - end: the angle of its end. The arc goes clockwise if this is larger than `start`, and counterclockwise if
    ///     not; more than a whole turn is a whole circle.
    public mutating func arc(
        center: (x: Double, y: Double), radius: Double, from start: Angle, to end: Angle
    ) {
        guard start.radians.isFinite, end.radians.isFinite, radius.isFinite else { return }
        let sweep = min(max(end.radians - start.radians, -2 * .pi), 2 * .pi)
        let first = start.radians.truncatingRemainder(dividingBy: 2 * .pi)
        let count = max(1, Int((abs(sweep) / (.pi / 2)).rounded(.up)))
        let step = sweep / Double(count)
        // The length of the control arms with which a cubic curve is nearest to the arc.
        let reach = 4 / 3 * tan(step / 4)
        func point(_ angle: Double, along: Double = 0) -> (x: Double, y: Double) {
            let (x, y) = (cos(angle), sin(angle))
            return (center.x + radius * (x - along * y), center.y + radius * (y + along * x))
        }
        line(to: point(first))
        for index in 0..<count {
            let (from, to) = (first + step * Double(index), first + step * Double(index + 1))
            curve(to: point(to), control1: point(from, along: reach), control2: point(to, along: -reach))
        }
    }
}

extension Path {
    /// A line between two points.
    public static func line(from start: (x: Double, y: Double), to end: (x: Double, y: Double)) -> Path {
        Path {
            $0.move(to: start)
            $0.line(to: end)
        }
    }

    /// A closed outline with corners.
    public static func polygon(_ points: [(x: Double, y: Double)]) -> Path {
        Path { path in
            guard let first = points.first else { return }
            path.move(to: first)
            for point in points.dropFirst() { path.line(to: point) }
            path.close()
        }
    }

    /// A rectangle.
    public static func rectangle(x: Double, y: Double, width: Double, height: Double) -> Path {
        polygon([(x, y), (x + width, y), (x + width, y + height), (x, y + height)])
    }

    /// A rectangle of whole pixels; an empty one has no part.
    public static func rectangle(_ rectangle: Rectangle) -> Path {
        guard !rectangle.isEmpty else { return Path() }
        return .rectangle(
            x: Double(rectangle.x), y: Double(rectangle.y), width: Double(rectangle.width),
            height: Double(rectangle.height))
    }

    /// A rectangle with round corners.
    ///
    /// - Parameters:
    ///   - x: its left edge in pixels, before the transform.
    ///   - y: its top edge.
    ///   - width: its width.
    ///   - height: its height.
    ///   - radius: the radius of the corners, at most half of the shorter side.
    public static func roundedRectangle(
        x: Double, y: Double, width: Double, height: Double, radius: Double
    ) -> Path {
        let radius = min(max(radius, 0), abs(width) / 2, abs(height) / 2)
        guard radius > 0 else { return rectangle(x: x, y: y, width: width, height: height) }
        let (left, right) = (min(x, x + width) + radius, max(x, x + width) - radius)
        let (top, bottom) = (min(y, y + height) + radius, max(y, y + height) - radius)
        return Path { path in
            path.arc(center: (left, top), radius: radius, from: .degrees(180), to: .degrees(270))
            path.arc(center: (right, top), radius: radius, from: .degrees(270), to: .degrees(360))
            path.arc(center: (right, bottom), radius: radius, from: .zero, to: .degrees(90))
            path.arc(center: (left, bottom), radius: radius, from: .degrees(90), to: .degrees(180))
            path.close()
        }
    }

    /// A rectangle of whole pixels with round corners.
    ///
    /// - Parameters:
    ///   - rectangle: the rectangle; an empty one has no part.
    ///   - radius: the radius of the corners, at most half of the shorter side.
    public static func roundedRectangle(_ rectangle: Rectangle, radius: Double) -> Path {
        guard !rectangle.isEmpty else { return Path() }
        return .roundedRectangle(
            x: Double(rectangle.x), y: Double(rectangle.y), width: Double(rectangle.width),
            height: Double(rectangle.height), radius: radius)
    }

    /// An ellipse that touches the four sides of a rectangle.
    public static func ellipse(x: Double, y: Double, width: Double, height: Double) -> Path {
        // A circle of radius 1, scaled to the rectangle.
        var circle = Path()
        circle.arc(center: (0, 0), radius: 1, from: .zero, to: .degrees(360))
        circle.close()
        let (a, b) = (width / 2, height / 2)
        func place(_ point: PathPoint) -> PathPoint { PathPoint((x + a + a * point.x, y + b + b * point.y)) }
        return Path { path in
            path.elements = circle.elements.map { element in
                switch element {
                case .move(let point): .move(place(point))
                case .line(let point): .line(place(point))
                case .curve(let first, let second, let end): .curve(place(first), place(second), place(end))
                case .close: .close
                }
            }
        }
    }

    /// A circle.
    public static func circle(center: (x: Double, y: Double), radius: Double) -> Path {
        ellipse(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius)
    }
}

/// A point of a path, with coordinates limited to a size that can be computed with.
struct PathPoint: Sendable, Hashable {
    private static let largest = 1e9

    let x: Double
    let y: Double

    init(_ point: (x: Double, y: Double)) {
        x = Self.valid(point.x)
        y = Self.valid(point.y)
    }

    private static func valid(_ coordinate: Double) -> Double {
        coordinate.isFinite ? min(max(coordinate, -largest), largest) : 0
    }
}

extension Path {
    /// Whether the inside takes at least a part of these pixels, by the polygon of the points at which lines and curves
    /// end. A path that crosses itself may take more than that.
    ///
    /// - Parameter matrix: leads from the coordinates of the path to pixels.
    func takes(_ share: Double, of pixels: Rectangle, _ matrix: DeviceMatrix) -> Bool {
        var (area, start, last) = (0.0, (x: 0.0, y: 0.0), (x: 0.0, y: 0.0))
        func go(to point: (x: Double, y: Double)) {
            area += (last.x - start.x) * (point.y - start.y) - (point.x - start.x) * (last.y - start.y)
            last = point
        }
        for element in elements {
            switch element {
            case .move(let point):
                start = matrix.point(point.x, point.y)
                last = start
            case .line(let point), .curve(_, _, let point): go(to: matrix.point(point.x, point.y))
            case .close: last = start
            }
        }
        return abs(area) / 2 >= share * Double(pixels.width * pixels.height)
    }

    /// The rectangle of whole pixels that is the inside of the path, or nil if the inside is something else.
    ///
    /// - Parameter matrix: leads from the coordinates of the path to pixels.
    func wholePixels(_ matrix: DeviceMatrix) -> Rectangle? {
        guard elements.count == 5, case .move(let first) = elements[0], case .line(let second) = elements[1],
            case .line(let third) = elements[2], case .line(let fourth) = elements[3], case .close = elements[4]
        else { return nil }
        let corners = [first, second, third, fourth].map { matrix.point($0.x, $0.y) }
        // Cairo's points are 256ths of a pixel.
        func isWhole(_ number: Double) -> Bool { abs(number) < 4e6 && abs(number - number.rounded()) < 1e-3 }
        guard corners.allSatisfy({ isWhole($0.x) && isWhole($0.y) }) else { return nil }
        let (xs, ys) = (corners.map { Int($0.x.rounded()) }, corners.map { Int($0.y.rounded()) })
        let isUpright =
            xs[0] == xs[3] && xs[1] == xs[2] && ys[0] == ys[1] && ys[2] == ys[3]
            || xs[0] == xs[1] && xs[2] == xs[3] && ys[0] == ys[3] && ys[1] == ys[2]
        guard isUpright else { return nil }
        let (left, top) = (min(xs[0], xs[2]), min(ys[0], ys[2]))
        return Rectangle(x: left, y: top, width: abs(xs[0] - xs[2]), height: abs(ys[0] - ys[2]))
    }
}
