/// What is wanted of one display. It is kept for the display and not for its connection: unplugged and plugged in again,
/// it is driven as before.
///
/// A display is known again by its identity; one that has no serial number, by its connector too.
public struct ScreenSettings: Sendable, Hashable {
    /// Whether it is driven at all, and not left to whoever else wants it; nil where ``VideoKit/Settings/selection`` says it.
    public var isDriven: Bool?
    /// How its mode is chosen; nil where ``VideoKit/Settings/mode`` says it.
    public var mode: ModePolicy?
    /// Whether it is to show anything. Off, its CRTC is disabled (`ACTIVE` is 0) and most displays go to sleep.
    public var isOn = true
    /// Refreshes from one call of the delegate to the next, within ``VideoKit/Settings/frameIntervals``; nil where
    /// ``VideoKit/Settings/frameInterval`` and ``VideoKit/Settings/preferredFrameRateRange`` say it.
    public var frameInterval: Int?
    /// What the pixels of its buffers are to be, where the plane has it; nil where ``VideoKit/Settings/format`` says it.
    public var format: PixelFormat?
    /// How the picture lies on it; nil where ``VideoKit/Settings/orientation`` says it.
    public var orientation: Orientation?
    /// What of it is not seen; nil where ``VideoKit/Settings/overscan`` says it.
    public var overscan: Overscan?

    /// The screen whose picture it shows instead of one of its own, by name (`HDMI-A-1`) or qualified name
    /// (`card1/HDMI-A-1`); nil where ``VideoKit/Settings/mirrorSource`` says it.
    ///
    /// The picture is shown as a whole, as large as it fits, in step with this screen's own refresh; the other screen is
    /// not slowed by it. The delegate is not called for it, and what it drew there before comes back when the mirroring
    /// ends: also while the other screen is not connected or not driven (``VideoKit/Settings/selection``), for a picture is
    /// better than none. Then there is a warning.
    public var mirrorSource: String?
    /// Properties of its connector and what they are to be, such as `["Broadcast RGB": "Full", "max bpc": "8"]`; they go
    /// before those in ``VideoKit/Settings/properties``.
    ///
    /// ``Screen/properties`` says which it has and what each may be: the name of a choice, or a number within limits.
    /// `HDR_OUTPUT_METADATA` is `off`, or a curve (`sdr`, `hdr`, `pq`, `hlg`) with what is known of the brightness in
    /// cd/m², as in `pq:max=1000,min=0.0001,cll=1000,fall=400`: that of the display that the picture was made on, and of
    /// its brightest pixel and frame (CTA-861-G, static metadata type 1, with the primaries of BT.2020).
    ///
    /// What the connector has not, or the driver refuses, is left out and told as a warning; the screen is lit all the
    /// same. At the end all is as it was found.
    public var properties: [String: String] = [:]
    /// Its gamma, 0.1 to 10: 1 leaves it as it is, above it middle tones are lighter. Nil where
    /// ``VideoKit/Settings/gamma`` says it. It needs a CRTC with the property `GAMMA_LUT`; without, there is a warning.
    public var gamma: Double?
    /// What white is like, 1000 to 10,000 Kelvin: 6500 leaves it as it is, below it is redder. Nil where
    /// ``VideoKit/Settings/colorTemperature`` says it.
    ///
    /// From 4000 K up that is daylight on the CIE's daylight locus, up to 2500 K the Planckian locus in Krystek's
    /// approximation, in between something between. It needs what ``gamma`` needs.
    public var colorTemperature: Int?
    /// How much darker the picture is than drawn, 0 to 1: 0 leaves it as it is, 1 is black. Nil where
    /// ``VideoKit/Settings/dimming`` says it.
    ///
    /// It is done by the CRTC's `GAMMA_LUT`, else while the picture is copied into the buffers:
    /// ``PictureLayout/adjustment`` says which. The light of a built-in panel is ``VideoKit/setBrightness(_:of:)``.
    public var dimming: Double?

    /// On, as all are.
    public init() {}
}
