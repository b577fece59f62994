/// The timing of one frame. Times are in nanoseconds of CLOCK_MONOTONIC.
public struct Frame: Sendable, Hashable {
    /// Counts the calls from 0: of the delegate for this ``ExternalView/content``, over pauses too; of a ``DisplayLink``
    /// its own.
    public internal(set) var number: UInt64
    /// When the frame before this one reached the screen: the kernel's time of that flip, or, where nothing was drawn, of
    /// the refresh that it was for.
    public let timestamp: Int64
    /// The refresh that the frame being drawn is for, if it is ready in time. With ``Pacing/timer`` the driver may show it
    /// as soon as it is flipped, up to a refresh earlier.
    public let targetTimestamp: Int64
    /// From one frame to the next: the mode's refresh period × the frame interval.
    public let duration: Int64
    /// Frames that should have been shown and were not, as of this call.
    public let missed: UInt64
}

extension Frame {
    /// The same time, counted otherwise.
    func numbered(_ number: UInt64) -> Frame {
        var frame = self
        frame.number = number
        return frame
    }
}
