import Screens
import ScreensConfiguration
import ScreensLinux

/// Whether the picture of a screen has stayed the same for so long that the screen is turned off.
@MainLoop
final class Idleness {
    private let name: String
    private let passes: ConfigurationPasses
    private let log: EventLog
    /// When the picture changed last; nil without a content.
    private var last: MonotonicTime?
    private(set) var isIdle = false

    init(of name: String, _ passes: ConfigurationPasses, _ log: EventLog) {
        self.name = name
        self.passes = passes
        self.log = log
    }

    /// The screen gets another content: its time starts, and it is not idle.
    func begin() {
        last = .now
        isIdle = false
    }

    /// The screen has no display any more.
    func end() {
        last = nil
        isIdle = false
    }

    /// The screen is used: its time starts again, and it is not idle in the next pass, which the caller requests.
    func use() {
        guard last != nil else { return }
        if isIdle { log.info("\(name) is in use again") }
        begin()
    }

    /// The picture has changed: the time starts again, and an idle screen is turned on.
    func pictureChanged() {
        let wasIdle = isIdle
        use()
        if wasIdle { passes.request() }
    }

    /// Finds out whether the screen is idle now.
    ///
    /// - Parameter limit: how long the picture may stay the same; nil is for ever.
    /// - Returns: when it becomes idle, and whether it is another than before.
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

    /// Finds out which screens are idle now, and waits for the next. If it is another screen than before, another pass is
    /// requested.
    ///
    /// - Parameter limits: how long the picture of each connected screen may stay the same; nil is for ever.
    func update(_ limits: [(ScreenRecord, TimeLength?)]) {
        let now = MonotonicTime.now
        let updates = limits.map { record, limit in record.idleness.update(limit, at: now) }
        let next = updates.compactMap(\.deadline).min()
        timer = next.map { next in LoopTimer(after: now.duration(to: next)) { [passes] in passes.request() } }
        if updates.contains(where: \.hasChanged) { passes.request() }
    }
}
