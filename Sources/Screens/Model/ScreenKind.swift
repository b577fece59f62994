/// What a connector leads to.
public struct ScreenKind: Sendable, Hashable, RawRepresentable {
    /// The value as text, which may be stored and compared.
    public let rawValue: String
    /// A value by its text; unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A monitor, a television, a panel: what pictures belong on.
    public static let display = ScreenKind(rawValue: "display")
    /// A headset or the like (`non-desktop`): no screen, never driven.
    public static let nonDesktop = ScreenKind(rawValue: "non-desktop")
    /// Memory: no screen, never driven.
    public static let writeback = ScreenKind(rawValue: "writeback")
}
