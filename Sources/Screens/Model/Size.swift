/// A width and a height in whole pixels (or millimetres, where so stated).
public struct Size: Sendable, Hashable, CustomStringConvertible {
    /// From left to right.
    public var width: Int
    /// From top to bottom.
    public var height: Int

    /// Any numbers; negative ones are sizes of nothing.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// As in `1920x1080`.
    public var description: String { "\(width)x\(height)" }
}
