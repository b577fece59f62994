/// Whether a display is part of the machine.
public struct ScreenRole: Sendable, Hashable, RawRepresentable {
    /// The value as text, which may be stored and compared.
    public let rawValue: String
    /// A value by its text; unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Built in: `eDP`, `LVDS`, `DSI`, `DPI`.
    public static let `internal` = ScreenRole(rawValue: "internal")
    /// Plugged in.
    public static let external = ScreenRole(rawValue: "external")
}
