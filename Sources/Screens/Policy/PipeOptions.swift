/// How a screen is enabled, beside its mode.
struct PipeOptions: Sendable, Hashable {
    /// Two, or three.
    var bufferCount = 2
    /// Whether the display waits for frames, if it can.
    var variableRefresh = false
    /// How the picture lies on the screen; nil is as the panel is built in.
    var orientation: Orientation?
    /// The part of the screen that is cut off; nil leaves the connector as it was found.
    var overscan: Overscan?
    /// The pixels of the buffers, where the plane has that format.
    var format = PixelFormat.xrgb8888
    /// The connector's properties by name, as texts.
    var properties: [String: String] = [:]
    /// How colours are changed. By itself it does not need a modeset.
    var adjustment = ColorAdjustment.neutral

    /// Whether a screen that was enabled by these may stay so.
    func isSameModeset(as other: PipeOptions) -> Bool {
        var other = other
        other.adjustment = adjustment
        return other == self
    }

    /// Those of one display, by its own settings.
    func overridden(by settings: ScreenSettings) -> PipeOptions {
        var options = self
        options.properties.merge(settings.properties) { $1 }
        options.adjustment = adjustment.overridden(by: settings)
        options.format = settings.format ?? format
        options.orientation = settings.orientation ?? orientation
        options.overscan = settings.overscan ?? overscan
        return options
    }
}
