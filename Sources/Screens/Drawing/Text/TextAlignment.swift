/// Where the lines of a text stand between the sides of a rectangle.
public enum HorizontalAlignment: Sendable, Hashable, CaseIterable {
    /// At its left edge.
    case left
    /// In its middle.
    case center
    /// At its right edge.
    case right
}

/// Where a text stands between the upper and the lower edge of a rectangle.
public enum VerticalAlignment: Sendable, Hashable, CaseIterable {
    /// At its upper edge.
    case top
    /// In its middle.
    case center
    /// At its lower edge.
    case bottom
}
