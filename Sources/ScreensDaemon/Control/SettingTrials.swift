import Configuration
import Screens

/// Settings that are tried: the former ones return unless the new ones are confirmed in time.
@MainLoop
final class SettingTrials {
    /// A trial that runs.
    struct Trial {
        fileprivate var settings: TriedSettings
        fileprivate let number: UInt64
        fileprivate var timer: LoopTimer
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

    /// The settings that are tried, by display.
    var settings: [ScreenMatch: TriedSettings] { trials.mapValues(\.settings) }

    /// The trial of a display, to be put back by ``restore(_:of:)``.
    func trial(of display: ScreenMatch) -> Trial? { trials[display] }

    /// Begins a trial. Settings that were only tried before do not return with it, and are tried on.
    ///
    /// - Returns: the number of the trial.
    func begin(_ settings: ScreenOverrides, of display: ScreenMatch, on screen: Screen, for time: Duration) -> UInt64 {
        let current = overrides.overrides(of: display) ?? ScreenOverrides()
        let earlier = trials[display]?.settings
        lastNumber += 1
        trials[display] = Trial(
            settings: TriedSettings(
                tried: earlier?.tried.overridden(by: settings) ?? settings,
                former: earlier?.undone(in: current) ?? current),
            number: lastNumber, timer: revert(display, lastNumber, on: screen.qualifiedName, after: time))
        return lastNumber
    }

    /// The settings are visible from now on: the whole time is left to confirm them, however long the modeset took.
    func restart(_ number: UInt64, of display: ScreenMatch, on screen: Screen, for time: Duration) {
        guard trials[display]?.number == number else { return }
        trials[display]?.timer = revert(display, number, on: screen.qualifiedName, after: time)
    }

    /// Leaves out settings that were set or reset otherwise since: they are not tried any more.
    func leaveOut(_ settings: ScreenOverrides, of display: ScreenMatch) {
        guard var trial = trials[display] else { return }
        trial.settings.tried = trial.settings.tried.restoring(settings, from: ScreenOverrides())
        trials[display] = trial.settings.tried == ScreenOverrides() ? nil : trial
    }

    /// Puts a trial back, or none, as it was before settings that failed.
    func restore(_ trial: Trial?, of display: ScreenMatch) {
        trials[display] = trial
    }

    /// Ends a trial: the settings stay.
    ///
    /// - Returns: whether there was one.
    func end(_ display: ScreenMatch) -> Bool { trials.removeValue(forKey: display) != nil }

    /// Ends all trials, as the files decide from now on.
    func endAll() {
        trials = [:]
    }

    private func revert(
        _ display: ScreenMatch, _ number: UInt64, on name: String, after time: Duration
    ) -> LoopTimer {
        LoopTimer(after: time) { [weak self] in
            guard let self, let trial = trials[display], trial.number == number else { return }
            trials[display] = nil
            log.notice("\(name) has its former settings: the new ones were not confirmed")
            overrides.change(display) { $0 = trial.settings.undone(in: $0) }
            idle.use(name)
            passes.request()
        }
    }
}
