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

/// When the delegate wants to be called after this frame.
public struct NextUpdate: Sendable, Hashable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// At the next refresh (× the frame interval), whether or not anything was drawn.
    public static let nextRefresh = NextUpdate(rawValue: "next-refresh")
    /// Not before ``VideoKit/setNeedsDisplay(_:)``, or ``DisplayLink/setNeedsDisplay()`` of the link that said so: until
    /// then nothing wakes for it.
    public static let whenNeeded = NextUpdate(rawValue: "when-needed")
}

/// What the frames of a screen are timed by.
public struct Pacing: Sendable, Hashable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The display's own refresh, as the kernel reports it.
    public static let vblank = Pacing(rawValue: "vblank")
    /// A timer at the mode's rate: the driver reports flips at once, not at the refresh.
    public static let timer = Pacing(rawValue: "timer")
    /// The frames themselves: the display waits for them (variable refresh).
    public static let variable = Pacing(rawValue: "variable")
}

/// What the kernel says of a flip that is on the screen.
struct FlipStamp: Sendable, Hashable {
    /// When the first pixel left, in nanoseconds of CLOCK_MONOTONIC; 0 where the driver does not say.
    var time: Int64
    /// The number of the vblank, which wraps; 0 where the driver counts none.
    var sequence: UInt32 = 0
}
