/// By what way a picture's colours are changed: its gamma, its colour temperature and its brightness.
public struct EffectiveAdjustment: Sendable, Hashable, RawRepresentable {
    /// The value as text, which may be stored and compared.
    public let rawValue: String
    /// A value by its text; unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// They are as drawn.
    public static let none = EffectiveAdjustment(rawValue: "none")
    /// The CRTC changes them by a table (its property `GAMMA_LUT`).
    public static let gamma = EffectiveAdjustment(rawValue: "gamma")
    /// They are drawn darker into the buffers; gamma and colour temperature are left as they are.
    public static let copy = EffectiveAdjustment(rawValue: "copy")
}
