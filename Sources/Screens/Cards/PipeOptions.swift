/// How a screen is to be lit, beside its mode.
struct PipeOptions: Sendable, Hashable {
    /// Two, or three.
    var bufferCount = 2
    /// Whether the display is to wait for frames, if it can.
    var variesRefresh = false
}
