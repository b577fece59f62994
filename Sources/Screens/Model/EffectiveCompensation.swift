/// By what way overscan is compensated.
public struct EffectiveCompensation: Sendable, Hashable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// None is needed, or none is wanted.
    public static let none = EffectiveCompensation(rawValue: "none")
    /// The display engine makes the picture smaller (the connector's properties `underscan`, `underscan hborder` and
    /// `underscan vborder`).
    public static let underscan = EffectiveCompensation(rawValue: "underscan")
    /// The display engine makes the picture smaller (the connector's properties `left margin` and so on).
    public static let margins = EffectiveCompensation(rawValue: "margins")
    /// The plane puts the picture into a part of the screen (its properties `CRTC_X` to `CRTC_H`).
    public static let plane = EffectiveCompensation(rawValue: "plane")
    /// The picture is drawn smaller.
    public static let software = EffectiveCompensation(rawValue: "software")
}
