import ScreensLinux

/// A frame as a simulated screen shows it: the picture and its timing.
public struct PresentedFrame: Sendable, Hashable {
    /// The number of the frame since the modeset, from 0 for the picture that came with it. A frame in which nothing
    /// was drawn is not flipped, and has no number.
    public let number: UInt64
    /// The time at which it was shown first: the time of its flip, or of the modeset. The delegate gets it as the
    /// timestamp of its next call.
    public let timestamp: MonotonicTime
    /// The picture as the display shows it: rotated, with overscan and colours, in the format of the buffers.
    public let picture: Picture
}
