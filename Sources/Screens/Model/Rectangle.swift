/// A rectangle in whole pixels. Its origin is the upper left corner; its right and lower edges are exclusive.
public struct Rectangle: Sendable, Hashable, CustomStringConvertible {
    /// The left edge.
    public var x: Int
    /// The upper edge.
    public var y: Int
    /// Columns; no columns if it is not positive.
    public var width: Int
    /// Rows; no rows if it is not positive.
    public var height: Int

    /// A rectangle of any numbers.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// A rectangle of that size with its origin at 0, 0.
    public init(_ size: Size) {
        self.init(x: 0, y: 0, width: size.width, height: size.height)
    }

    /// Its width and height.
    public var size: Size { Size(width: width, height: height) }
    /// Whether it contains no pixel.
    public var isEmpty: Bool { width <= 0 || height <= 0 }
    /// As in `640x480+10+20`.
    public var description: String { "\(width)x\(height)+\(x)+\(y)" }

    var maxX: Int { x.addingSaturated(max(width, 0)) }
    var maxY: Int { y.addingSaturated(max(height, 0)) }
    var area: Int { isEmpty ? 0 : width * height }

    /// The pixels that both contain; empty if they do not overlap. Safe for any values.
    public func intersection(_ other: Rectangle) -> Rectangle {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let right = min(maxX, other.maxX)
        let bottom = min(maxY, other.maxY)
        guard left < right, top < bottom else { return Rectangle(x: 0, y: 0, width: 0, height: 0) }
        return Rectangle(x: left, y: top, width: right - left, height: bottom - top)
    }

    /// The smallest rectangle that contains both, saturated at the limits of `Int`. Safe for any values.
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
        return overflow ? .max : sum
    }

    fileprivate func distanceSaturated(from other: Int) -> Int {
        let (distance, overflow) = subtractingReportingOverflow(other)
        return overflow ? .max : distance
    }
}

/// A width and a height in whole pixels, or in millimetres if stated.
public struct Size: Sendable, Hashable, CustomStringConvertible {
    /// From left to right.
    public var width: Int
    /// From top to bottom.
    public var height: Int

    /// A size of any numbers. One with a negative number contains no pixel.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// As in `1920x1080`.
    public var description: String { "\(width)x\(height)" }
}
