/// How the picture of a lit screen is placed and converted on its way to the display.
public struct PictureLayout: Sendable, Hashable {
    /// The size of the view that is drawn on, after overscan and rotation, in pixels.
    public let bounds: Size
    /// The orientation of the picture on the screen.
    public let orientation: Orientation
    /// Whether the plane rotates the picture (its property `rotation`). If not, this process rotates it.
    public let isRotatedByPlane: Bool
    /// The edges of the screen that are not visible, in pixels of the mode.
    public let insets: EdgeInsets
    /// How overscan is compensated.
    public let compensation: EffectiveCompensation
    /// The pixel format of the buffers.
    public let format: PixelFormat
    /// How the colours are changed.
    public private(set) var adjustment = EffectiveAdjustment.none

    /// The same layout with other colour changes.
    func with(_ adjustment: EffectiveAdjustment) -> PictureLayout {
        var layout = self
        layout.adjustment = adjustment
        return layout
    }
}

/// How overscan is compensated.
public struct EffectiveCompensation: Sendable, Hashable, RawRepresentable {
    /// The value as text, which can be stored and compared.
    public let rawValue: String
    /// Makes a value from its text. Unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// No compensation is needed or requested.
    public static let none = EffectiveCompensation(rawValue: "none")
    /// The display engine scales the picture down (the connector's properties `underscan`, `underscan hborder` and
    /// `underscan vborder`).
    public static let underscan = EffectiveCompensation(rawValue: "underscan")
    /// The display engine scales the picture down (the connector's properties `left margin` and so on).
    public static let margins = EffectiveCompensation(rawValue: "margins")
    /// The plane covers a part of the screen (its properties `CRTC_X`, `CRTC_Y`, `CRTC_W` and `CRTC_H`).
    public static let plane = EffectiveCompensation(rawValue: "plane")
    /// The picture is scaled down while it is copied into the buffers.
    public static let software = EffectiveCompensation(rawValue: "software")
}

/// How gamma, colour temperature and dimming are applied.
public struct EffectiveAdjustment: Sendable, Hashable, RawRepresentable {
    /// The value as text, which can be stored and compared.
    public let rawValue: String
    /// Makes a value from its text. Unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The colours are shown as drawn.
    public static let none = EffectiveAdjustment(rawValue: "none")
    /// The CRTC applies a lookup table (its property `GAMMA_LUT`).
    public static let gamma = EffectiveAdjustment(rawValue: "gamma")
    /// The colours are changed while the picture is copied into the buffers.
    public static let copy = EffectiveAdjustment(rawValue: "copy")
}

/// The memory that delegates draw into.
public struct DrawingMemory: Sendable, Hashable, RawRepresentable {
    /// The value as text, which can be stored and compared.
    public let rawValue: String
    /// Makes a value from its text. Unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// ``scanout`` if reading the buffers is as fast as reading ordinary memory, else ``shadow``. This is measured for
    /// each screen at its modeset.
    public static let automatic = DrawingMemory(rawValue: "automatic")
    /// Ordinary memory. The changed parts are copied from there into the buffers. This is best if the buffers are slow
    /// to read, as on most hardware.
    public static let shadow = DrawingMemory(rawValue: "shadow")
    /// The buffers that are scanned out, in turn. The parts of the picture that a buffer lacks are copied from the
    /// previous one. Nothing is copied if the whole picture is redrawn (``Drawable/replacePixels(_:)``, or a fill of
    /// the whole view).
    public static let scanout = DrawingMemory(rawValue: "scanout")
}
