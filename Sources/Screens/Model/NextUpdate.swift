/// When the delegate wants to be called after this frame.
public struct NextUpdate: Sendable, Hashable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// At the next refresh (× the frame interval), whether or not anything was drawn.
    public static let nextRefresh = NextUpdate(rawValue: "next-refresh")
    /// Not before ``VideoKit/setNeedsDisplay(_:)``, or ``DisplayLink/setNeedsDisplay()`` of the link that said so: until
    /// then nothing wakes for it.
    public static let whenNeeded = NextUpdate(rawValue: "when-needed")
}
