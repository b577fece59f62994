/// The statistics of a screen since it was lit, or since its drawing began again in another layout, as after a rotation
/// or a change of overscan. Reading them delays no frame.
public struct ScreenStatistics: Sendable, Hashable {
    /// The screen, with the id of the connection that was lit last.
    public let screen: ScreenID
    /// The name of its connector, such as `HDMI-A-1`. Connectors of several cards may have the same name.
    public let name: String
    /// The primary node of its card, such as `/dev/dri/card1`.
    public let card: String
    /// The mode that was set.
    public let mode: ScreenMode
    /// The number of frames that were shown.
    public let presented: UInt64
    /// The time since which the last frame is on the screen: the kernel's timestamp of its flip, or the end of the
    /// modeset that showed it.
    public let shownSince: MonotonicTime
    /// The number of frames that were due and not shown, by cause.
    public let missedFrames: MissedFrames
    /// The number of modesets since the start.
    public let modesets: UInt64
    /// The time at which the frame that is being drawn or waits for its refresh was begun; nil if there is none. If
    /// that was some seconds ago, the delegate or the driver hangs.
    public private(set) var unfinishedSince: MonotonicTime?
    /// The number of stalls since the start: flips no longer completed, and the mode had to be set again.
    public let stalls: UInt64
    /// The time base of the frames.
    public let pacing: Pacing
    /// The moment within a refresh at which frames were drawn.
    public let schedule: FrameSchedule
    /// The placement and conversion of the picture.
    public let layout: PictureLayout
    /// The memory that delegates draw into: ``DrawingMemory/shadow`` or ``DrawingMemory/scanout``.
    public let drawingMemory: DrawingMemory
    /// The time between the end of the drawing and the refresh with ``FrameSchedule/latest``.
    public let margin: Duration
    /// The delay from the time at which the drawing of a frame was due to its start.
    public let lateness: DurationSummary
    /// The time that the delegate and the links took for a frame.
    public let rendering: DurationSummary

    /// The name with the card's name, such as `card1/HDMI-A-1`. It is unique on a machine.
    public var qualifiedName: String { Screen.qualifiedName(card: card, connector: name) }

    /// The number of frames that were late while the screen was being drawn, without the frames of paused links.
    public var missed: UInt64 { missedFrames.late }

    /// The same statistics once the screen is no longer drawn: without an unfinished frame.
    var ended: ScreenStatistics {
        var statistics = self
        statistics.unfinishedSince = nil
        return statistics
    }
}

/// The number of frames that were due and not shown, by cause.
///
/// A late frame is skipped, not queued. Each refresh for which a link shows no new frame counts.
public struct MissedFrames: Sendable, Hashable {
    /// The delegate was still drawing when the frame was due.
    public private(set) var delegateLate: UInt64 = 0
    /// The frame was drawn in time and flipped late, or the screen's thread was woken late, or the flip was refused.
    public private(set) var kernelLate: UInt64 = 0
    /// A link was paused, or the process or the machine stood still for more than a second.
    public private(set) var paused: UInt64 = 0

    /// The number of all missed frames except ``paused``.
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
        /// The longest duration of the range. All summaries have buckets with the same bounds.
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
    /// The buckets that are not empty, the shortest durations first. The width of a bucket is at most a sixteenth of
    /// its durations.
    public let buckets: [Bucket]

    /// A text such as `p50 1.2 ms, p99 3.4 ms, max 5.6 ms`.
    public var description: String {
        func text(_ duration: Duration) -> String {
            let tenths = duration.wholeNanoseconds / 100_000
            return "\(tenths / 10).\(tenths % 10) ms"
        }
        return "p50 \(text(p50)), p99 \(text(p99)), max \(text(max))"
    }
}
