import Screens
import ScreensConfiguration

/// Decides which screens are turned off because they have shown the same picture for long.
@MainLoop
final class IdleTimers {
    private struct Use {
        var last: MonotonicTime
        var isIdle = false
    }

    private let passes: ConfigurationPasses
    private let log: EventLog
    /// By qualified name.
    private var uses: [String: Use] = [:]
    private var timer: LoopTimer?

    init(_ passes: ConfigurationPasses, _ log: EventLog) {
        self.passes = passes
        self.log = log
    }

    /// Whether a screen is turned off because its picture has not changed.
    func isIdle(_ name: String) -> Bool { uses[name]?.isIdle ?? false }

    /// A screen gets another content: its time starts, and it is not idle.
    func begin(_ name: String) {
        uses[name] = Use(last: .now)
    }

    /// A screen is used: its time starts again, and it is not idle in the next pass, which the caller requests.
    func use(_ name: String) {
        guard let former = uses[name] else { return }
        uses[name] = Use(last: .now)
        if former.isIdle { log.info("\(name) is in use again") }
    }

    /// The picture of a screen has changed: its time starts again, and an idle screen is turned on.
    func pictureChanged(on name: String) {
        let wasIdle = isIdle(name)
        use(name)
        if wasIdle { passes.request() }
    }

    /// Finds out which screens are idle now, and waits for the next. Where it is another screen than before, another pass is
    /// requested.
    ///
    /// - Parameter limits: how long the picture of each connected screen may stay the same; nil is for ever.
    func update(_ limits: [String: TimeLength?]) {
        timer = nil
        let now = MonotonicTime.now
        var next: MonotonicTime?
        var hasChanged = false
        uses = uses.filter { limits.keys.contains($0.key) }
        for (name, use) in uses {
            guard let limit = limits[name] ?? nil else {
                if use.isIdle { hasChanged = true }
                uses[name]?.isIdle = false
                continue
            }
            let deadline = use.last.advanced(by: .milliseconds(limit.milliseconds))
            let isIdle = now >= deadline
            if isIdle != use.isIdle {
                uses[name]?.isIdle = isIdle
                hasChanged = true
                log.info(
                    "\(name) \(isIdle ? "is turned off: its picture has not changed for \(limit)" : "is in use again")")
            }
            if !isIdle { next = min(next ?? deadline, deadline) }
        }
        if let next {
            timer = LoopTimer(after: now.duration(to: next)) { [passes] in passes.request() }
        }
        if hasChanged { passes.request() }
    }
}
