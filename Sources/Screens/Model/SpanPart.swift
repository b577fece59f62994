/// What a screen shows of a span (``Span``).
public struct SpanPart: Sendable, Hashable {
    /// Where it lies in the surface, in pixels; of the size of the screen's own ``PictureLayout/bounds``.
    public let region: Rectangle
    /// The size of the whole surface, gaps included, in pixels: what the delegate draws on.
    public let surface: Size
    /// Whether the delegate is called on this screen's thread, in step with its refresh: true for the first screen of the
    /// span that is lit, the top row first, each row from the left.
    public let isLeader: Bool
}
