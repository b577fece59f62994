/// Distances from the edges of a picture, in whole pixels.
public struct EdgeInsets: Sendable, Hashable {
    /// From the upper edge.
    public var top: Int
    /// From the right edge.
    public var right: Int
    /// From the lower edge.
    public var bottom: Int
    /// From the left edge.
    public var left: Int

    /// Distances in pixels; none below zero.
    public init(top: Int, right: Int, bottom: Int, left: Int) {
        self.top = max(top, 0)
        self.right = max(right, 0)
        self.bottom = max(bottom, 0)
        self.left = max(left, 0)
    }

    /// No distance from any edge.
    public static let zero = EdgeInsets(top: 0, right: 0, bottom: 0, left: 0)

    /// What is left of a picture within them.
    func inset(_ size: Size) -> Rectangle {
        Rectangle(x: left, y: top, width: size.width - left - right, height: size.height - top - bottom)
    }
}
