/// How a screen is to be lit, beside its mode.
struct PipeOptions: Sendable, Hashable {
    /// Two, or three.
    var bufferCount = 2
}
