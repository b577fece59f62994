/// The settings of one display. They are kept for the display and not for its connection: after it is unplugged and
/// plugged in again, they apply as before.
///
/// A display is recognized by its identity. One without a serial number is recognized by its identity and its
/// connector.
public struct ScreenSettings: Sendable, Hashable {
    /// Whether the screen is driven, or left to other programs. Nil means ``VideoKit/Settings/selection``.
    public var isDriven: Bool?
    /// Whether the card stays held while the connector has no display, so that neither another program nor the kernel's
    /// console shows a picture on the next display. It may also be set for a connector without a display.
    ///
    /// Nil holds it until the content of the last display ends (``VideoKit/Settings/contentRetention``), and for ever
    /// if that display was turned off (``isOn``) or ``VideoKit/Settings/selection`` names the connector. False holds it
    /// until the content ends in any case.
    public var isReserved: Bool?
    /// The rule that chooses the mode. Nil means ``VideoKit/Settings/mode``.
    public var mode: ModePolicy?
    /// Whether the screen shows anything. If false, its CRTC is disabled (`ACTIVE` is 0) and most displays go to sleep.
    public var isOn = true
    /// The number of refreshes from one call of the delegate to the next, within ``VideoKit/Settings/frameIntervals``.
    /// Nil means ``VideoKit/Settings/frameInterval`` and ``VideoKit/Settings/preferredFrameRateRange``.
    public var frameInterval: Int?
    /// The pixel format of the buffers, if the plane supports it. Nil means ``VideoKit/Settings/format``.
    public var format: PixelFormat?
    /// The orientation of the picture. Nil means ``VideoKit/Settings/orientation``.
    public var orientation: Orientation?
    /// The edges of the picture that the display cuts off. Nil means ``VideoKit/Settings/overscan``.
    public var overscan: Overscan?

    /// The screen whose picture this one shows instead of its own, by name (`HDMI-A-1`) or qualified name
    /// (`card1/HDMI-A-1`). Nil means ``VideoKit/Settings/mirrorSource``.
    ///
    /// The whole picture is shown as large as it fits, in step with this screen's own refresh; of a screen in a wall,
    /// its part is shown. The other screen is not slowed down. The delegate is not called for a mirror. Its own picture
    /// returns when the mirroring ends, and also, with a warning, while the other screen is not connected or not driven
    /// (``VideoKit/Settings/selection``). A screen that is to mirror itself shows its own picture, even if all others
    /// mirror one.
    public var mirrorSource: String?
    /// Values for properties of the connector, such as `["Broadcast RGB": "Full", "max bpc": "8"]`. They take
    /// precedence over ``VideoKit/Settings/properties``.
    ///
    /// ``Screen/properties`` lists the properties of the connector and their allowed values: the name of a choice, or a
    /// number within limits. `HDR_OUTPUT_METADATA` is `off`, or a transfer function (`sdr`, `hdr`, `pq`, `hlg`) with
    /// luminances in cd/m², as in `pq:max=1000,min=0.0001,cll=1000,fall=400`: the maximum and minimum of the mastering
    /// display, and the brightest pixel and frame of the content (CTA-861-G, static metadata type 1, with the primaries
    /// of BT.2020).
    ///
    /// A property that the connector lacks, or a value that the driver refuses, is left out with a warning; the screen
    /// is lit anyway. At the end the former values are restored.
    public var properties: [String: String] = [:]
    /// The gamma, 0.1 to 10: 1 is neutral, higher values make middle tones lighter. Nil means
    /// ``VideoKit/Settings/gamma``.
    ///
    /// The CRTC's `GAMMA_LUT` applies it. Without one, it is applied while the picture is copied into the buffers.
    /// ``PictureLayout/adjustment`` reports which.
    public var gamma: Double?
    /// The colour temperature of white, 1000 to 10,000 Kelvin: 6500 is neutral, lower values are redder. Nil means
    /// ``VideoKit/Settings/colorTemperature``.
    ///
    /// From 4000 K this is daylight on the CIE daylight locus; up to 2500 K it is the Planckian locus in Krystek's
    /// approximation; in between it is a blend of both. It is applied in the same way as ``gamma``.
    public var colorTemperature: Int?
    /// How much the picture is darkened, 0 to 1: 0 is neutral, 1 is black. Nil means ``VideoKit/Settings/dimming``.
    ///
    /// It is applied in the same way as ``gamma``. The backlight of a built-in panel is set by
    /// ``VideoKit/setBrightness(_:of:)``.
    public var dimming: Double?

    /// Settings that override nothing, with the screen on.
    public init() {}
}

/// The outcome of settings that were applied to a display: ``VideoKit/apply(_:to:)``.
public enum ApplyOutcome: Sendable, Hashable {
    /// The display is as requested: it shows a picture with the settings, or it is off or not driven because of them.
    case set
    /// The display shows a picture, but not all of it is as requested: for example another mode, because the driver
    /// refuses the right one.
    case setOtherwise([SettingDeviation])
    /// The display does not show our picture although the settings require it, with the reason. The settings are kept,
    /// and take effect as soon as the cause is gone.
    case notSet(DarkState)
}

/// A setting that a display does not follow, though it shows a picture: ``ApplyOutcome/setOtherwise(_:)``.
public struct SettingDeviation: Sendable, Hashable {
    /// The name of a setting of ``ScreenSettings``, or of the wall. Programs can rely on the values; later versions may
    /// add more.
    public struct Setting: Sendable, Hashable, RawRepresentable {
        /// The value as text, which can be stored and compared.
        public let rawValue: String
        /// Makes a value from its text. Unknown ones may come from newer versions.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// ``ScreenSettings/mode``.
        public static let mode = Setting(rawValue: "mode")
        /// ``ScreenSettings/format``.
        public static let format = Setting(rawValue: "format")
        /// ``ScreenSettings/overscan``.
        public static let overscan = Setting(rawValue: "overscan")
        /// ``ScreenSettings/mirrorSource``.
        public static let mirrorSource = Setting(rawValue: "mirrorSource")
        /// ``ScreenSettings/properties``.
        public static let properties = Setting(rawValue: "properties")
        /// ``VideoKit/Settings/walls``.
        public static let wall = Setting(rawValue: "wall")
    }

    /// The setting.
    public let setting: Setting
    /// The value in use instead, such as the mode that is set, or nil if the setting is left out.
    public let instead: String?
    /// A sentence for people, with the reason.
    public let message: String

    init(_ setting: Setting, instead: String? = nil, _ message: String) {
        self.setting = setting
        self.instead = instead
        self.message = message
    }

    /// Makes a deviation with another value in use, and the reason at the beginning of the message.
    init(_ setting: Setting, shows instead: String, because cause: String) {
        self.init(setting, instead: instead, cause + Self.ending(instead))
    }

    /// The message without the part about the value in use.
    package var cause: String {
        guard let ending = instead.map(Self.ending), message.hasSuffix(ending) else { return message }
        return String(message.dropLast(ending.count))
    }

    /// The message without the name of the screen at its beginning.
    package var clause: String {
        String(message.drop { $0 != " " }.dropFirst())
    }

    private static func ending(_ instead: String) -> String { "; it shows \(instead)" }
}
