import struct ScreensLinux.MonotonicTime

/// The decisions about a screen that a program has on a lease: when to look for its first picture, which the kernel
/// does not report, and when to revoke the lease. The caller has the clock.
package struct LendingSchedule: Sendable {
    package enum Action: Sendable, Hashable {
        /// Check whether the program's picture is on the screen, and call ``looked(isThere:at:)``.
        case look
        case revoke
    }

    /// Whether the program has shown a picture.
    package private(set) var hasPicture = false
    /// The time of the next look; nil before the lease, during a look, and once there is a picture.
    private var lookTime: MonotonicTime?
    /// The time from the next look to the one after it.
    private var pause = ProgramTimes.look.first
    /// The time of the revocation; nil while the program has the screen rightly.
    private var revocation: MonotonicTime?

    package init() {}

    /// The time of the next ``timeCame(at:)``; nil if nothing is due.
    package var nextChange: MonotonicTime? { [lookTime, revocation].compactMap(\.self).min() }

    /// Records that the program has got its lease.
    package mutating func leaseBegan(at now: MonotonicTime) {
        lookTime = now
    }

    /// Records that another program gets the lease. The former picture stays on the screen and is not looked for again.
    package mutating func handOver() {
        hasPicture = false
        lookTime = nil
    }

    /// Records whether the picture is on the screen.
    package mutating func looked(isThere: Bool, at now: MonotonicTime) {
        hasPicture = isThere
        guard !isThere else { return }
        lookTime = now.advanced(by: pause)
        pause = min(pause * 2, ProgramTimes.look.longest)
    }

    /// Records whether another content has replaced the program on the screen.
    package mutating func take(isOutdated: Bool, at now: MonotonicTime) {
        revocation = isOutdated ? revocation ?? now.advanced(by: ProgramTimes.grace) : nil
    }

    /// Returns an action that is due; nil if none is. Call it until it returns nil.
    package mutating func timeCame(at now: MonotonicTime) -> Action? {
        if let lookTime, lookTime <= now {
            self.lookTime = nil
            return .look
        }
        if let revocation, revocation <= now {
            self.revocation = nil
            return .revoke
        }
        return nil
    }
}
