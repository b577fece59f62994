/// The place of the lines of a text between the left and the right edge of a rectangle.
public enum HorizontalAlignment: Sendable, Hashable, CaseIterable {
    /// The lines are at the left edge.
    case left
    /// The lines are in the middle.
    case center
    /// The lines are at the right edge.
    case right
}

/// The place of a text between the upper and the lower edge of a rectangle.
public enum VerticalAlignment: Sendable, Hashable, CaseIterable {
    /// The text is at the upper edge.
    case top
    /// The text is in the middle.
    case center
    /// The text is at the lower edge.
    case bottom
}
