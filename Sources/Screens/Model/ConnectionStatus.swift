/// Whether a display is plugged in.
public struct ConnectionStatus: Sendable, Hashable, RawRepresentable {
    /// The value as text, which may be stored and compared.
    public let rawValue: String
    /// A value by its text; unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A display is there.
    public static let connected = ConnectionStatus(rawValue: "connected")
    /// None is.
    public static let disconnected = ConnectionStatus(rawValue: "disconnected")
    /// The driver cannot tell.
    public static let unknown = ConnectionStatus(rawValue: "unknown")
}
