/// A colour's coordinates in the CIE 1931 chromaticity diagram.
public struct Chromaticity: Sendable, Hashable {
    /// The x coordinate, 0 to 1.
    public let x: Double

    /// The y coordinate, 0 to 1.
    public let y: Double

    /// Creates coordinates.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }
}
