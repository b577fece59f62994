/// What the kernel says of a flip that is on the screen.
struct FlipStamp: Sendable, Hashable {
    /// When the first pixel left, in nanoseconds of CLOCK_MONOTONIC; 0 where the driver does not say.
    var time: Int64
    /// The number of the vblank, which wraps; 0 where the driver counts none.
    var sequence: UInt32 = 0
}
