/// The timing of one frame.
public struct FrameTiming: Sendable, Hashable {
    /// The number of the call, from 0. For a delegate it counts the calls for this ``ExternalView/content``, across
    /// pauses; for a ``DisplayLink``, the calls of that link.
    public private(set) var number: UInt64
    /// The time at which the previous frame reached the screen: the kernel's timestamp of its flip. If nothing was
    /// drawn, the time of the refresh that it was for.
    public let timestamp: MonotonicTime
    /// The refresh at which this frame is shown if it is ready in time. With ``Pacing/timer`` the driver may show it as
    /// soon as it is flipped, up to a refresh earlier. A frame that comes with a modeset has the time of the call,
    /// since it is not known how long the modeset takes.
    public let targetTimestamp: MonotonicTime
    /// The time from one frame to the next: the mode's refresh period × the frame interval.
    public let duration: Duration
    /// The number of frames that were due and not shown, as of this call.
    public let missed: UInt64
    /// The time from the ``targetTimestamp`` of the former call to this call's; zero for the first call.
    /// Motion that is scaled by it has the same speed at any rate and over missed frames. A frame that comes with a
    /// modeset counts as shown when the mode is set. After a pause it is as long as the pause: a game limits it,
    /// `min(view.timing.elapsed / .seconds(1), 0.1)`.
    public private(set) var elapsed = Duration.zero
}

extension FrameTiming {
    /// The same timing with another number.
    ///
    /// - Parameter former: the target of the call before; nil for the first one.
    func numbered(_ number: UInt64, after former: MonotonicTime?) -> FrameTiming {
        var frame = self
        frame.number = number
        frame.elapsed = former.map { .nanoseconds(max(targetTimestamp - $0, 0)) } ?? .zero
        return frame
    }
}

/// The time of the next call of the delegate.
///
/// ``VideoKit/setNeedsDisplay(_:)``, or ``DisplayLink/setNeedsDisplay()`` for a link, makes the next call come earlier
/// in any case, and so does a modeset. The thread is not woken before the next call is due.
public enum NextUpdate: Sendable, Hashable {
    /// The next refresh (× the frame interval), whether or not anything was drawn.
    case nextRefresh
    /// No time: the next call comes only on request.
    case whenNeeded
    /// The first refresh that is at least this much later than the ``FrameTiming/targetTimestamp`` of this frame, or
    /// than the modeset that it comes with. A refresh that is too early by less than a sixteenth of a refresh counts
    /// too, since the times of frames are measured, and vary. A duration of zero or less means the next refresh.
    case after(Duration)
    /// The first refresh at or after a point in time; the next refresh if that has passed.
    case at(MonotonicTime)

    /// The earlier of two times of calls after a frame with this target.
    package func earlier(_ other: NextUpdate, after target: MonotonicTime) -> NextUpdate {
        guard let time = time(after: target) else { return other }
        return other.time(after: target).map { $0 < time ? other : self } ?? self
    }

    /// The time of the call; nil for no time.
    private func time(after target: MonotonicTime) -> MonotonicTime? {
        switch self {
        case .nextRefresh: target
        case .whenNeeded: nil
        case .after(let duration): target.advanced(by: max(duration, .zero))
        case .at(let time): time
        }
    }
}

/// The time base of a screen's frames.
public struct Pacing: Sendable, Hashable, RawRepresentable {
    /// The value as text, which can be stored and compared.
    public let rawValue: String
    /// Makes a value from its text. Unknown ones may come from newer versions.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The display's own refresh, as reported by the kernel.
    public static let vblank = Pacing(rawValue: "vblank")
    /// A timer at the mode's rate: the driver reports flips at once, and not at the refresh.
    public static let timer = Pacing(rawValue: "timer")
    /// The frames themselves: the display waits for each (variable refresh rate).
    public static let variable = Pacing(rawValue: "variable")
}

/// The kernel's report of a completed flip.
struct FlipStamp: Sendable, Hashable {
    /// The time at which the first pixel was sent, or nil if the driver does not report it.
    var time: MonotonicTime?
    /// The number of the vblank, which wraps; 0 if the driver does not count.
    var sequence: UInt32 = 0
}
