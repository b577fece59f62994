/// What becomes of a picture's pixels when it is drawn in another size.
public enum Interpolation: Sendable, Hashable, CaseIterable {
    /// Each pixel of the target is one of the source: hard edges, no new colours.
    case nearest
    /// Each pixel of the target is a mixture of the four of the source around it.
    case bilinear
}
