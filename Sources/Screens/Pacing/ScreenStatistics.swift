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

/// Frames that should have reached a screen and did not, by what kept them.
///
/// A frame that is late is skipped, not queued: it is missed once, whatever the number of refreshes that went by.
public struct MissedFrames: Sendable, Hashable {
    /// The delegate was still drawing when the frame should have been on the screen.
    public internal(set) var delegateLate: UInt64 = 0
    /// The frame was drawn in time and flipped late, or the screen's thread was woken too late, or the flip was refused.
    public internal(set) var kernelLate: UInt64 = 0
    /// A link was paused, or the process or the machine stood still for more than a second.
    public internal(set) var paused: UInt64 = 0

    /// Those that were late while the screen was being drawn; the paused ones are none of them.
    public var late: UInt64 { delegateLate + kernelLate }

    enum Cause: Sendable, Hashable {
        case delegateLate, kernelLate, paused
    }

    mutating func add(_ count: UInt64, _ cause: Cause) {
        switch cause {
        case .delegateLate: delegateLate += count
        case .kernelLate: kernelLate += count
        case .paused: paused += count
        }
    }
}

/// A distribution of durations, in nanoseconds.
public struct DurationSummary: Sendable, Hashable {
    /// How many durations were about as long.
    public struct Bucket: Sendable, Hashable {
        /// The longest that is counted here, in nanoseconds. The bounds of the buckets are always the same.
        public let upperBound: Int64
        /// How many they are.
        public let count: UInt64
    }

    /// Half of them took at most this.
    public let p50: Int64
    /// 99 of 100 took at most this.
    public let p99: Int64
    /// The longest of them.
    public let max: Int64
    /// The shortest first; those without any are left out. Each is at most a sixteenth wide of what it counts.
    public let buckets: [Bucket]
}
