/// The statistics of a screen since it was lit, or its drawing began again in another layout, as by a rotation or an overscan.
/// Reading them delays no frame.
public struct ScreenStatistics: Sendable, Hashable {
    /// The screen, in the connection that was lit last.
    public let screen: ScreenID
    /// The name of its connector, such as `HDMI-A-1`; connectors of several cards may have the same one.
    public let name: String
    /// The primary node of its card, such as `/dev/dri/card1`.
    public let card: String
    /// The mode that was set.
    public let mode: ScreenMode
    /// Frames that were shown.
    public let presented: UInt64
    /// Frames that were due and not shown, by cause.
    public let missedFrames: MissedFrames
    /// The number of modesets since the start.
    public let modesets: UInt64
    /// When the frame was begun that is being drawn or waits for its refresh; nil if there is none. If that was some
    /// seconds ago, the delegate or the driver hangs.
    public private(set) var unfinishedSince: MonotonicTime?
    /// The number of stalls since the start: flips no longer completed, and the mode had to be set again.
    public let stalls: UInt64
    /// The time base of the frames.
    public let pacing: Pacing
    /// When within a refresh frames were drawn.
    public let schedule: FrameSchedule
    /// How the picture is placed and converted.
    public let layout: PictureLayout
    /// The memory that delegates draw into: ``DrawingMemory/shadow`` or ``DrawingMemory/scanout``.
    public let drawingMemory: DrawingMemory
    /// The time between the end of the drawing and the refresh with ``FrameSchedule/latest``.
    public let margin: Duration
    /// The delay from the time at which the drawing of a frame was due to its start.
    public let lateness: DurationSummary
    /// The time that the delegate and the links took for a frame.
    public let rendering: DurationSummary

    /// The name with the card's, such as `card1/HDMI-A-1`. It is unique on a machine.
    public var qualifiedName: String { Screen.qualifiedName(card: card, connector: name) }

    /// Frames that were late while the screen was being drawn, without those of paused links.
    public var missed: UInt64 { missedFrames.late }

    /// The statistics of a screen that is not drawn any more: its unfinished frame counts no longer.
    var ended: ScreenStatistics {
        var statistics = self
        statistics.unfinishedSince = nil
        return statistics
    }
}

/// Frames that were due and not shown, by cause.
///
/// A late frame is skipped, not queued: each refresh of a link that shows no new frame for it counts.
public struct MissedFrames: Sendable, Hashable {
    /// The delegate was still drawing when the frame was due.
    public private(set) var delegateLate: UInt64 = 0
    /// The frame was drawn in time and flipped late, or the screen's thread was woken late, or the flip was refused.
    public private(set) var kernelLate: UInt64 = 0
    /// A link was paused, or the process or the machine stood still for more than a second.
    public private(set) var paused: UInt64 = 0

    /// All but ``paused``.
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

/// A distribution of durations.
public struct DurationSummary: Sendable, Hashable, CustomStringConvertible {
    /// The number of durations within a range.
    public struct Bucket: Sendable, Hashable {
        /// The longest duration of the range. The bounds of the buckets are always the same.
        public let upperBound: Duration
        /// The number of durations.
        public let count: UInt64
    }

    /// The median: half of the durations are at most this long.
    public let p50: Duration
    /// The 99th percentile: 99 of 100 durations are at most this long.
    public let p99: Duration
    /// The longest duration.
    public let max: Duration
    /// The buckets that are not empty, the shortest durations first. The width of a bucket is at most a sixteenth of its
    /// durations.
    public let buckets: [Bucket]

    /// As in `p50 1.2 ms, p99 3.4 ms, max 5.6 ms`.
    public var description: String {
        func text(_ duration: Duration) -> String {
            let tenths = duration.wholeNanoseconds / 100_000
            return "\(tenths / 10).\(tenths % 10) ms"
        }
        return "p50 \(text(p50)), p99 \(text(p99)), max \(text(max))"
    }
}
