/// What a JSON document may cost at most, known before it is decoded or while it is.
public struct JSONLimits: Sendable, Hashable {
    /// The longest document, in bytes.
    public var bytes: Int

    /// How many arrays and objects may lie within each other.
    public let depth: Int

    /// How many values there may be, each element and each member counted.
    ///
    /// A value takes 24 bytes and more of memory, and may be two bytes of the document.
    public var values: Int

    /// The greatest ``depth`` there may be: reading, comparing and letting go of a value take a stack frame for each level.
    public static let deepest = 256

    /// Limits, by default those for a message from anybody.
    ///
    /// - Parameter depth: no more than ``deepest`` counts.
    public init(bytes: Int = 1 << 20, depth: Int = 64, values: Int = 1 << 17) {
        self.bytes = bytes
        self.depth = min(depth, Self.deepest)
        self.values = values
    }
}
