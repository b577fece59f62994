/// A rectangle in whole pixels. Its origin is the upper left corner; its right and lower edges are exclusive.
public struct Rectangle: Sendable, Hashable, CustomStringConvertible {
    /// The left edge.
    public var x: Int
    /// The upper edge.
    public var y: Int
    /// The number of columns; zero or less means no columns.
    public var width: Int
    /// The number of rows; zero or less means no rows.
    public var height: Int

    /// Makes a rectangle of any numbers.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// Makes the rectangle of whole pixels whose edges are nearest to these. Rectangles that touch still touch in whole
    /// pixels. Not a number counts as 0, and a number too large for `Int` as its limit.
    public init(x: Double, y: Double, width: Double, height: Double) {
        let (left, top) = (Int(nearest: x), Int(nearest: y))
        self.init(
            x: left, y: top, width: Int(nearest: x + width).distanceSaturated(from: left),
            height: Int(nearest: y + height).distanceSaturated(from: top))
    }

    /// Makes a rectangle of that size with its origin at 0, 0.
    public init(_ size: Size) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// Its width and height.
    public var size: Size { Size(width: width, height: height) }
    /// Whether it contains no pixel.
    public var isEmpty: Bool { width <= 0 || height <= 0 }
    /// A text such as `640x480+10+20`.
    public var description: String { "\(width)x\(height)+\(x)+\(y)" }

    /// The rectangle at 0, 0 without pixels.
    public static let zero = Rectangle(x: 0, y: 0, width: 0, height: 0)

    /// The left edge, as ``x``.
    public var minX: Int { x }
    /// The upper edge, as ``y``.
    public var minY: Int { y }
    /// The right edge: the column after the last one. Saturated at the limits of `Int`.
    public var maxX: Int { x.addingSaturated(max(width, 0)) }
    /// The lower edge: the row after the last one. Saturated at the limits of `Int`.
    public var maxY: Int { y.addingSaturated(max(height, 0)) }
    /// The middle column, or the right one of the two middle columns.
    public var midX: Int { x.addingSaturated(max(width, 0) / 2) }
    /// The middle row, or the lower one of the two middle rows.
    public var midY: Int { y.addingSaturated(max(height, 0) / 2) }
    /// The middle of the rectangle, as distances from the upper left corner of pixel 0, 0. For an odd width it lies
    /// within a pixel.
    public var center: (x: Double, y: Double) {
        (Double(x) + Double(max(width, 0)) / 2, Double(y) + Double(max(height, 0)) / 2)
    }
    var area: Int { isEmpty ? 0 : width * height }

    /// The pixels that both contain; empty if they do not overlap. Correct for any values.
    public func intersection(_ other: Rectangle) -> Rectangle {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        guard left < right, top < bottom else { return .zero }
        return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// Whether there are pixels that both contain.
    public func intersects(_ other: Rectangle) -> Bool { !intersection(other).isEmpty }

    /// Whether it contains a pixel.
    public func contains(x: Int, y: Int) -> Bool {
        x >= self.x && x < maxX && y >= self.y && y < maxY
    }

    /// Whether it contains all pixels of another rectangle; true for an empty one.
    public func contains(_ other: Rectangle) -> Bool {
        other.isEmpty || other.x >= x && other.maxX <= maxX && other.y >= y && other.maxY <= maxY
    }

    /// The rectangle moved by a distance, saturated at the limits of `Int`.
    public func offset(x: Int, y: Int) -> Rectangle {
        Rectangle(x: self.x.addingSaturated(x), y: self.y.addingSaturated(y), width: width, height: height)
    }

    /// The rectangle without some columns and rows at its edges, or larger for negative numbers; empty if nothing is
    /// left. Saturated at the limits of `Int`.
    ///
    /// - Parameters:
    ///   - x: the number of columns to remove at the left and at the right each.
    ///   - y: the number of rows to remove at the top and at the bottom each.
    public func inset(x: Int, y: Int) -> Rectangle {
        func length(_ length: Int, _ removed: Int) -> Int {
            Int(clamping: max(Int128(length) - 2 * Int128(removed), 0))
        }
        return Rectangle(
            x: self.x.addingSaturated(x), y: self.y.addingSaturated(y), width: length(width, x),
            height: length(height, y))
    }

    /// The rectangle without this many columns and rows at each edge; larger for a negative number.
    public func inset(by distance: Int) -> Rectangle { inset(x: distance, y: distance) }

    /// The part inside the insets; empty if nothing is left.
    public func inset(by insets: EdgeInsets) -> Rectangle {
        Rectangle(
            x: x.addingSaturated(insets.left), y: y.addingSaturated(insets.top),
            width: Int(clamping: max(Int128(width) - Int128(insets.left) - Int128(insets.right), 0)),
            height: Int(clamping: max(Int128(height) - Int128(insets.top) - Int128(insets.bottom), 0)))
    }

    /// The smallest rectangle that contains both, saturated at the limits of `Int`. Correct for any values.
    public func union(_ other: Rectangle) -> Rectangle {
        if isEmpty { return other }
        if other.isEmpty { return self }
        let left = min(x, other.x)
        let top = min(y, other.y)
        return Rectangle(
            x: left, y: top, width: max(maxX, other.maxX).distanceSaturated(from: left),
            height: max(maxY, other.maxY).distanceSaturated(from: top))
    }
}

extension Int {
    fileprivate func addingSaturated(_ other: Int) -> Int {
        let (sum, overflow) = addingReportingOverflow(other)
        return overflow ? other < 0 ? .min : .max : sum
    }

    fileprivate func distanceSaturated(from other: Int) -> Int {
        let (distance, overflow) = subtractingReportingOverflow(other)
        return overflow ? self < other ? .min : .max : distance
    }

    fileprivate init(nearest number: Double) {
        self = number.isNaN ? 0 : Int(exactly: number.rounded()) ?? (number < 0 ? .min : .max)
    }
}

/// A width and a height in whole pixels, or in millimetres if stated.
public struct Size: Sendable, Hashable, CustomStringConvertible {
    /// The size from left to right.
    public var width: Int
    /// The size from top to bottom.
    public var height: Int

    /// Makes a size of any numbers. A size with a negative number contains no pixel.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// A text such as `1920x1080`.
    public var description: String { "\(width)x\(height)" }
}
