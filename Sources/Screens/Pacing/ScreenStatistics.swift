/// What was drawn on a screen since it was lit. Reading it stops nobody.
public struct ScreenStatistics: Sendable, Hashable {
    /// The screen's name.
    public let name: String
    /// The mode that it was lit in.
    public let mode: ScreenMode
    /// Frames that reached the screen.
    public let presented: UInt64
    /// Frames that should have and did not, by what kept them.
    public let missedFrames: MissedFrames
    /// How often since the start its mode was set.
    public let modesets: UInt64
    /// When the frame that is being drawn, or waits for its refresh, was begun, in nanoseconds of CLOCK_MONOTONIC; nil while
    /// there is none. Longer ago than some seconds, the delegate hangs or the driver does.
    public internal(set) var unfinishedSince: Int64?
    /// How often since the start flips stopped coming through, so that the mode had to be set anew.
    public let stalls: UInt64
    /// What its frames were timed by.
    public let pacing: Pacing
    /// When within a refresh they were drawn.
    public let schedule: FrameSchedule
    /// How the picture comes to the glass.
    public let layout: PictureLayout
    /// Where is drawn: ``DrawingMemory/shadow`` or ``DrawingMemory/scanout``.
    public let drawingMemory: DrawingMemory
    /// What is left between the end of the drawing and the refresh with ``FrameSchedule/latest``, in nanoseconds.
    public let margin: Int64
    /// From when a frame's drawing was due to its beginning.
    public let lateness: DurationSummary
    /// The time that the delegate and the links took for a frame.
    public let rendering: DurationSummary

    /// Frames that were late while the screen was drawn: those while a link was paused are left out.
    public var missed: UInt64 { missedFrames.late }
}
