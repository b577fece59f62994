import Screens
import ScreensConfiguration
import ScreensLinux

/// The trials of settings. The former settings return unless the new ones are confirmed in time.
@MainLoop
final class SettingTrials {
    private let overrides: RuntimeOverrides
    private let changes: ChangeQueue
    private let passes: ConfigurationPasses
    private let log: EventLog
    private var lastNumber: UInt64 = 0

    init(
        _ overrides: RuntimeOverrides, _ changes: ChangeQueue, _ passes: ConfigurationPasses, _ log: EventLog
    ) {
        self.overrides = overrides
        self.changes = changes
        self.passes = passes
        self.log = log
    }

    /// Begins a trial. The settings of an earlier trial become part of it.
    ///
    /// - Returns: the number of the trial.
    func begin(
        _ settings: ScreenOverrides, of display: DisplayKey, on record: ScreenRecord, for time: Duration
    ) -> UInt64 {
        lastNumber += 1
        let number = lastNumber
        let deadline = MonotonicTime.now.advanced(by: time)
        let timer = revert(number, on: record, at: deadline)
        overrides.beginTrial(number, of: settings, of: display, until: deadline, timer)
        return number
    }

    /// Restarts the timeout once the settings are visible, so that the whole time is left to confirm them, however long
    /// the modeset took.
    ///
    /// The trial gets a new number: the former timeout may already be queued.
    func restart(_ number: UInt64, on record: ScreenRecord, for time: Duration) {
        lastNumber += 1
        let deadline = MonotonicTime.now.advanced(by: time)
        let timer = revert(lastNumber, on: record, at: deadline)
        overrides.renewTrial(number, as: lastNumber, until: deadline, timer)
    }

    /// Restores the trial from before a failed call; nil removes it. Its deadline may have passed.
    func restore(_ trial: SettingTrial?, of display: DisplayKey, on record: ScreenRecord) {
        overrides.restoreTrial(
            trial.map { ($0, revert($0.number, on: record, at: $0.deadline)) }, of: display)
    }

    /// Keeps the settings of the trial on a screen.
    ///
    /// - Returns: whether there was one.
    func confirm(on target: SettingTarget) -> Bool {
        guard overrides.confirmTrial(of: target.display) else { return false }
        // The pass reports the change to watchers.
        passes.request()
        return true
    }

    /// Restores the settings from before the trial on a screen, if there is one, and returns when the screen has them.
    func revert(on target: SettingTarget) async {
        guard overrides.undoTrial(of: target.display) else { return }
        target.record.idleness.use()
        await passes.run()
    }

    /// Makes the timer that ends a trial at its deadline, after the calls that have arrived before, such as a
    /// confirmation.
    private func revert(_ number: UInt64, on record: ScreenRecord, at deadline: MonotonicTime) -> LoopTimer {
        LoopTimer(after: max(.zero, MonotonicTime.now.duration(to: deadline))) { [weak self] in
            guard let self else { return }
            Task { await self.changes.run(on: .screen(record.name)) { self.revert(number, on: record) } }
        }
    }

    private func revert(_ number: UInt64, on record: ScreenRecord) {
        guard overrides.undoTrial(number) else { return }
        log.notice("\(record.name) has its former settings: the new ones were not confirmed")
        record.idleness.use()
        passes.request()
    }
}
