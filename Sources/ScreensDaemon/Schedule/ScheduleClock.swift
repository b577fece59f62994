import ScreensConfiguration
import ScreensLinux

/// The wall clock for schedules: the moment at which they are evaluated, and a timer for their next change.
@MainLoop
final class ScheduleClock {
    private static let smallestStep: Int64 = 2

    private var timer: Watched<WallTimer>?
    /// The moment at which all schedules are evaluated, in seconds since 1970-01-01 00:00:00 UTC. Two readings of the
    /// clock could miss a change between them. Nil while the machine does not know the time.
    private(set) var moment: Int64?
    private let isTrusted: () -> Bool
    private let onKnown: (Int64) -> Void
    private let lead = WallClock.lead
    /// Whether the time is known. Once known, it stays known.
    private var isKnown = false

    /// - Parameters:
    ///   - isTrusted: returns whether the clock can be used without being set first.
    ///   - onKnown: called with the time, in seconds since 1970, once it is known.
    init(isTrusted: @escaping () -> Bool, onKnown: @escaping (Int64) -> Void = { _ in }) {
        self.isTrusted = isTrusted
        self.onKnown = onKnown
        takeTime()
    }

    /// Makes the clock of a daemon. It does not trust a clock chip whose time is far before the newest file of the
    /// state folder, or before the daemon's own file: a new installation has no state. Once the time is known, files
    /// with a later time get this time, because a wrong clock dated them.
    convenience init(_ state: StateFolder) {
        let newest = max(state.newestChange ?? 0, ProgramFile.ownTime)
        self.init(isTrusted: { WallClock.isTrusted(after: newest) }, onKnown: { state.limitChanges(to: $0) })
    }

    /// - Parameter onChange: called at the awaited moment, and when the clock is set. The moment may have passed then,
    ///   or be far away.
    /// - Throws: ``SystemError`` if the system has no timer left.
    func begin(_ onChange: @escaping @MainLoop () -> Void) throws(SystemError) {
        timer = try Watched(WallTimer()) { [weak self] _ in
            self?.timer?.source.acknowledge()
            onChange()
        }
        wait(until: nil)
    }

    /// Reads the time, as the moment at which schedules are evaluated.
    func takeTime() {
        // The kernel spreads a correction out; a step of some seconds means that the clock was set.
        if !isKnown, isTrusted() || abs(WallClock.lead - lead) > Self.smallestStep {
            isKnown = true
            onKnown(WallClock.seconds)
        }
        moment = isKnown ? WallClock.seconds : nil
    }

    /// Whether the clock was set back after the last reading, and the timer did not notice it.
    var wasSetBack: Bool { moment.map { WallClock.seconds < $0 } ?? false }

    /// Waits until a moment, in seconds since 1970-01-01 00:00:00 UTC, or until the clock is set if it is nil. While
    /// the time is not known, the clock is checked each minute: a clock that was right by chance is never set.
    func wait(until moment: Int64?) {
        timer?.source.set(to: self.moment == nil ? WallClock.seconds + 60 : moment)
    }
}
