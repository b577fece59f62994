/// What is wanted of one display. It is kept for the display and not for its connection: unplugged and plugged in again,
/// it is driven as before.
///
/// A display is known again by its identity; one that has no serial number, by its connector too.
public struct ScreenSettings: Sendable, Hashable {
    /// How its mode is chosen; nil where ``VideoKit/Settings/mode`` says it.
    public var mode: ModePolicy?
    /// Whether it is to show anything. Off, its CRTC is disabled (`ACTIVE` is 0) and most displays go to sleep.
    public var isOn = true
    /// How the picture lies on it; nil where ``VideoKit/Settings/orientation`` says it.
    public var orientation: Orientation?
    /// What of it is not seen; nil where ``VideoKit/Settings/overscan`` says it.
    public var overscan: Overscan?

    /// The screen whose picture it shows instead of one of its own, by name (`HDMI-A-1`) or qualified name
    /// (`card1/HDMI-A-1`); nil where ``VideoKit/Settings/mirrorSource`` says it.
    ///
    /// The picture is shown as a whole, as large as it fits, in step with this screen's own refresh; the other screen is
    /// not slowed by it. The delegate is not called for it, and what it drew there before comes back when the mirroring
    /// ends: also while the other screen is not connected, for a picture is better than none.
    public var mirrorSource: String?

    /// On, as all are.
    public init() {}
}
