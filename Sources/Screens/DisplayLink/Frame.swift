/// The timing of one frame. Times are in nanoseconds of CLOCK_MONOTONIC.
public struct Frame: Sendable, Hashable {
    /// Counts the calls for this ``ExternalView/content``, from 0; over pauses it goes on.
    public let number: UInt64
    /// When the frame before this one reached the screen: the kernel's time of that flip.
    public let timestamp: Int64
    /// When the frame being drawn will reach the screen, if it is ready in time.
    public let targetTimestamp: Int64
    /// From one frame to the next: the mode's refresh period × the frame interval.
    public let duration: Int64
    /// Refreshes that should have shown a new frame and did not, since the screen was lit.
    public let missed: UInt64
}
