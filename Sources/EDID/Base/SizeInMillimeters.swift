/// The size of a picture in mm.
public struct SizeInMillimeters: Sendable, Hashable {
    /// The width in mm.
    public let width: Double

    /// The height in mm.
    public let height: Double

    /// A size in mm.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }
}
