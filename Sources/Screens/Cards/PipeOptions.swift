/// The options of a modeset, beside its mode.
struct PipeOptions: Sendable, Hashable {
    /// Two, or three.
    var bufferCount = 2
    /// Whether the display is to wait for frames, if it can.
    var variableRefresh = false
    /// How the picture lies on the screen; nil is as the panel is built in.
    var orientation: Orientation?
    /// The invisible edges of the screen; nil leaves the connector as it was found.
    var overscan: Overscan?
    /// The format of the buffers, where the plane has it.
    var format = PixelFormat.xrgb8888
    /// Values for the connector's properties by name, as settings write them.
    var properties: [String: String] = [:]
    /// The change of colours. It alone does not need a modeset.
    var adjustment = ColorAdjustment.neutral

    /// Whether a screen with these options can have the others without a modeset.
    func isSameModeset(as other: PipeOptions) -> Bool {
        var other = other
        other.adjustment = adjustment
        return other == self
    }
}
