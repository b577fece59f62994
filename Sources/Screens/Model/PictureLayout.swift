/// How the picture of a screen that is lit comes to the glass.
public struct PictureLayout: Sendable, Hashable {
    /// The size of the view that is drawn on, after overscan and rotation, in pixels.
    public let bounds: Size
    /// How it lies on the screen.
    public let orientation: Orientation
    /// Whether the plane turns it (its property `rotation`), and not we.
    public let isTurnedByPlane: Bool
    /// What of the screen is not seen, in pixels of the mode.
    public let insets: EdgeInsets
    /// By what way that is compensated.
    public let compensation: EffectiveCompensation
    /// What the buffers' pixels are.
    public let format: PixelFormat
    /// By what way its colours are changed.
    public internal(set) var adjustment = EffectiveAdjustment.none
}
