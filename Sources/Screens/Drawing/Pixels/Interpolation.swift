/// How pixels are computed when a picture is scaled.
public enum Interpolation: Sendable, Hashable, CaseIterable {
    /// Each pixel is the nearest one of the source: hard edges, no new colours.
    case nearest
    /// Each pixel is a weighted mean of the four nearest pixels of the source.
    case bilinear
}
