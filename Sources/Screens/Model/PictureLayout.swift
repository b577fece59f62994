/// How the picture of a screen that is lit comes to the glass.
public struct PictureLayout: Sendable, Hashable {
    /// The size of the view that is drawn on, after overscan and rotation, in pixels.
    public let bounds: Size
    /// How it lies on the screen.
    public let orientation: Orientation
    /// Whether the plane turns it (its property `rotation`), and not we.
    public let isRotatedByPlane: Bool
    /// What of the screen is not seen, in pixels of the mode.
    public let insets: EdgeInsets
    /// By what way that is compensated.
    public let compensation: EffectiveCompensation
    /// What the buffers' pixels are.
    public let format: PixelFormat
    /// By what way its colours are changed.
    public internal(set) var adjustment = EffectiveAdjustment.none
}

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

/// Where delegates draw.
public struct DrawingMemory: Sendable, Hashable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Into the buffers that are shown, where reading those was found to be as fast as reading ordinary memory; else into
    /// a shadow. For each screen that is found out when it is lit.
    public static let automatic = DrawingMemory(rawValue: "automatic")
    /// Into ordinary memory, from where what has changed is copied into the buffers: right wherever the buffers' memory is
    /// slow to read, as on most hardware.
    public static let shadow = DrawingMemory(rawValue: "shadow")
    /// Into the buffers that are shown, each in its turn. What a buffer lacks of the picture is copied from the one before,
    /// unless all of it is drawn anew (``ExternalView/replacePixels(_:)``, a fill of the whole view): then nothing is
    /// copied at all.
    public static let scanout = DrawingMemory(rawValue: "scanout")
}
