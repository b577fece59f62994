/// How a screen is enabled, apart from its mode.
struct PipeOptions: Sendable, Hashable {
    /// The number of buffers: two or three.
    var bufferCount = 2
    /// Whether the display waits for frames, if it can.
    var variableRefresh = false
    /// The orientation of the picture on the screen; nil means as the panel is built in.
    var orientation: Orientation?
    /// The part of the screen that is cut off; nil leaves the connector as it was found.
    var overscan: Overscan?
    /// The pixel format of the buffers, if the plane has it.
    var format = PixelFormat.xrgb8888
    /// The connector's properties by name, as texts.
    var properties: [String: String] = [:]
    /// How colours are changed. This alone does not need a modeset.
    var adjustment = ColorAdjustment.neutral

    /// Whether a screen that was enabled with these options needs no modeset for the others.
    func isSameModeset(as other: PipeOptions) -> Bool {
        var other = other
        other.adjustment = adjustment
        return other == self
    }

    /// These options with the settings of one display.
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
