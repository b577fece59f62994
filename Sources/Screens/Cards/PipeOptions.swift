/// How a screen is to be lit, beside its mode.
struct PipeOptions: Sendable, Hashable {
    /// Two, or three.
    var bufferCount = 2
    /// Whether the display is to wait for frames, if it can.
    var variableRefresh = false
    /// How the picture lies on the screen; nil is as the panel is built in.
    var orientation: Orientation?
    /// What of the screen is not seen; nil leaves the connector as it was found.
    var overscan: Overscan?
    /// What the buffers' pixels are to be, where the plane has it.
    var format = PixelFormat.xrgb8888
    /// The connector's properties by name, as texts.
    var properties: [String: String] = [:]
    /// How colours are changed. It alone is no reason for a modeset.
    var adjustment = ColorAdjustment.neutral

    /// Whether a screen that is lit by these may stay so.
    func isSameModeset(as other: PipeOptions) -> Bool {
        var other = other
        other.adjustment = adjustment
        return other == self
    }
}
