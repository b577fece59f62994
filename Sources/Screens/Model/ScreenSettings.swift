/// What is wanted of one display. It is kept for the display and not for its connection: unplugged and plugged in again,
/// it is driven as before.
///
/// A display is known again by its identity; one that has no serial number, by its connector too.
public struct ScreenSettings: Sendable, Hashable {
    /// How its mode is chosen; nil where ``VideoKit/Settings/mode`` says it.
    public var mode: ModePolicy?
    /// Whether it is to show anything. Off, its CRTC is disabled (`ACTIVE` is 0) and most displays go to sleep.
    public var isOn = true

    /// On, in the mode that is chosen for all.
    public init() {}
}
