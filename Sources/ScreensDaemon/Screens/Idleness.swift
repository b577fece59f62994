import Screens
import ScreensConfiguration
import ScreensLinux

/// Whether the picture of a screen has stayed the same for so long that the screen is turned off.
@MainLoop
final class Idleness {
    private let name: String
    private let passes: ConfigurationPasses
    private let log: EventLog
    /// The time of the last change of the picture; nil without a content.
    private var last: MonotonicTime?
    private(set) var isIdle = false

    init(of name: String, _ passes: ConfigurationPasses, _ log: EventLog) {
        self.name = name
        self.passes = passes
        self.log = log
    }

    /// Starts the time for another content. The screen is not idle then.
    func begin() {
        last = .now
        isIdle = false
    }

    /// Stops the time, because the screen has no display now.
    func end() {
        last = nil
        isIdle = false
    }

    /// Starts the time again, because the screen is used. The caller requests the pass that turns an idle screen on.
    ///
    /// - Parameter cause: what uses it, for the journal; nil for its picture or settings.
    func use(by cause: String? = nil) {
        guard last != nil else { return }
        if isIdle { log.info("\(name) is in use again" + (cause.map { ": \($0)" } ?? "")) }
        begin()
    }

    /// Starts the time again, because the picture has changed. Turns an idle screen on.
    func pictureChanged() {
        let wasIdle = isIdle
        use()
        if wasIdle { passes.request() }
    }

    /// Updates whether the screen is idle.
    ///
    /// - Parameter limit: how long the picture may stay the same; nil for no limit.
    /// - Returns: the time at which the screen becomes idle, and whether its idleness has changed.
    fileprivate func update(_ limit: TimeLength?, at now: MonotonicTime) -> (deadline: MonotonicTime?, hasChanged: Bool)
    {
        let wasIdle = isIdle
        guard let limit, let last else {
            isIdle = false
            return (nil, wasIdle)
        }
        let deadline = last.advanced(by: .milliseconds(limit.milliseconds))
        isIdle = now >= deadline
        if isIdle != wasIdle {
            log.info(
                "\(name) \(isIdle ? "is turned off: its picture has not changed for \(limit)" : "is in use again")")
        }
        return (isIdle ? nil : deadline, isIdle != wasIdle)
    }
}

/// Requests a pass when the next screen becomes idle.
@MainLoop
final class IdleTimer {
    private let passes: ConfigurationPasses
    private var timer: LoopTimer?

    init(_ passes: ConfigurationPasses) {
        self.passes = passes
    }

    /// Updates which screens are idle, and waits for the next one. Requests another pass if any has changed.
    ///
    /// - Parameter limits: how long the picture of each connected screen may stay the same; nil for no limit.
    func update(_ limits: [(ScreenRecord, TimeLength?)]) {
        let now = MonotonicTime.now
        let updates = limits.map { record, limit in record.idleness.update(limit, at: now) }
        let next = updates.compactMap(\.deadline).min()
        timer = next.map { next in LoopTimer(after: now.duration(to: next)) { [passes] in passes.request() } }
        if updates.contains(where: \.hasChanged) { passes.request() }
    }
}
