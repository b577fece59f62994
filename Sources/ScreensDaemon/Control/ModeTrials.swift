import Configuration
import Screens

/// Modes that are tried: the former one returns unless the new one is confirmed in time.
@MainLoop
final class ModeTrials {
    private struct Trial {
        /// Nil where the files decide.
        let former: ModePolicy?
        let number: UInt64
        var timer: LoopTimer
    }

    private let overrides: RuntimeOverrides
    private let idle: IdleTimers
    private let passes: SettlePasses
    private let log: EventLog
    /// By display, which may be away, and another in its place.
    private var trials: [ScreenMatch: Trial] = [:]
    private var lastNumber: UInt64 = 0

    init(_ overrides: RuntimeOverrides, _ idle: IdleTimers, _ passes: SettlePasses, _ log: EventLog) {
        self.overrides = overrides
        self.idle = idle
        self.passes = passes
        self.log = log
    }

    /// The modes that return, by display.
    var formerModes: [ScreenMatch: ModePolicy?] { trials.mapValues(\.former) }

    /// Begins a trial.
    ///
    /// - Returns: the number of the trial.
    func begin(_ display: ScreenMatch, on screen: Screen, former: ModePolicy?, for time: Duration) -> UInt64 {
        lastNumber += 1
        let timer = revert(display, on: screen.qualifiedName, after: time)
        trials[display] = Trial(former: former, number: lastNumber, timer: timer)
        return lastNumber
    }

    /// The mode is visible from now on: the whole time is left to confirm it, however long the modeset took.
    func restart(_ number: UInt64, of display: ScreenMatch, on screen: Screen, for time: Duration) {
        guard trials[display]?.number == number else { return }
        trials[display]?.timer = revert(display, on: screen.qualifiedName, after: time)
    }

    /// Ends a trial: the mode stays, or the caller sets another one.
    ///
    /// - Returns: whether there was one.
    @discardableResult
    func end(_ display: ScreenMatch) -> Bool { trials.removeValue(forKey: display) != nil }

    /// Ends all trials, as the files decide from now on.
    func endAll() {
        trials = [:]
    }

    private func revert(_ display: ScreenMatch, on name: String, after time: Duration) -> LoopTimer {
        LoopTimer(after: time) { [weak self] in
            guard let self, let trial = trials.removeValue(forKey: display) else { return }
            log.notice("\(name) has its former mode again: nobody confirmed the new one")
            overrides.change(display) { $0.mode = trial.former }
            idle.use(name)
            passes.request()
        }
    }
}
