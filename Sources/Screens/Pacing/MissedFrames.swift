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
