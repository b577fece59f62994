import Screens
import ScreensConfiguration
import ScreensLinux

/// The settings that were changed at run time, by display. They override the files.
///
/// The library decides which display is on a screen (``Screens/DisplayKey``). A connector without an identified display
/// has settings, too. The first display that is identified there gets them. If that display has settings of its own,
/// these are used, and the connector's settings end.
@MainLoop
final class RuntimeOverrides {
    /// The settings of one display.
    struct Entry {
        fileprivate(set) var display: DisplayKey
        @OnHeap fileprivate(set) var overrides = ScreenOverrides()
        /// The part of the settings that is only tried.
        @OnHeap fileprivate(set) var trial: SettingTrial? = nil

        fileprivate init(_ display: DisplayKey) {
            self.display = display
        }

        fileprivate var isEmpty: Bool { overrides == ScreenOverrides() && trial == nil }

        /// The settings without the trial.
        var lasting: ScreenOverrides { trial?.undone(in: overrides) ?? overrides }
    }

    /// The most entries. A display may report another serial number at each hotplug, and a program may set it up each
    /// time.
    static let mostEntries = 1000

    /// The entries, in the order of their last change.
    private(set) var entries: [Entry] = []

    /// Moves the settings of one key to the display that is identified now. If that display has its own settings, these
    /// stay.
    func move(_ former: DisplayKey, to display: DisplayKey) {
        guard let index = index(former) else { return }
        if self.index(display) == nil {
            entries[index].display = display
        } else {
            entries.remove(at: index)
        }
    }

    private func index(_ display: DisplayKey) -> Int? { entries.firstIndex { $0.display == display } }

    /// The settings of a display.
    subscript(display: DisplayKey) -> Entry { index(display).map { entries[$0] } ?? Entry(display) }

    /// The settings of the display on a screen as it is now.
    subscript(screen: Screen) -> Entry { self[DisplayKey(screen)] }

    // MARK: Settings

    /// Sets settings of a display. Settings without a value stay as they are.
    func set(_ settings: ScreenOverrides, of display: DisplayKey) {
        change(display) { $0.overrides = $0.overrides.overridden(by: settings) }
    }

    /// Gives the keys of `settings` the values that they have in `former`.
    func restore(_ settings: ScreenOverrides, from former: ScreenOverrides, of display: DisplayKey) {
        change(display) { $0.overrides = $0.overrides.restoring(settings, from: former) }
    }

    /// Removes settings of a display, so that the files decide about them again.
    ///
    /// - Returns: the settings that the display had.
    func remove(_ settings: [Setting], of display: DisplayKey) -> ScreenOverrides {
        let former = self[display].overrides
        var kept = former
        for setting in settings { setting.remove(&kept) }
        change(display) { $0.overrides = kept }
        return former.restoring(kept, from: ScreenOverrides())
    }

    /// Removes everything, trials included.
    func removeAll() {
        entries = []
    }

    /// Removes settings from the entries that have not changed since `former`. Settings on trial stay until the trial
    /// ends, and do not return after it.
    func remove(_ settings: [Setting], unchangedSince former: [Entry]) {
        for index in entries.indices {
            let entry = entries[index]
            let isUnchanged = former.contains {
                $0.display == entry.display && $0.overrides == entry.overrides
                    && $0.trial?.number == entry.trial?.number
            }
            guard isUnchanged else { continue }
            var kept = entry.overrides
            for setting in settings { setting.remove(&kept) }
            entries[index].overrides = entry.trial.map { kept.restoring($0.tried, from: entry.overrides) } ?? kept
            guard var trial = entry.trial else { continue }
            for setting in settings { setting.remove(&trial.former) }
            entries[index].trial = trial
        }
        entries.removeAll(where: \.isEmpty)
    }

    // MARK: Trials

    /// Begins a trial of settings of a display. The settings of its former trial become part of it.
    func beginTrial(
        _ number: UInt64, of settings: ScreenOverrides, of display: DisplayKey, until deadline: MonotonicTime,
        _ timer: LoopTimer
    ) {
        change(display) { entry in
            entry.trial = SettingTrial(
                number: number, tried: entry.trial?.tried.overridden(by: settings) ?? settings, former: entry.lasting,
                deadline: deadline, timer: timer)
        }
    }

    /// Gives a running trial another number and a later deadline.
    func renewTrial(_ former: UInt64, as number: UInt64, until deadline: MonotonicTime, _ timer: LoopTimer) {
        change(trial: former) { entry in
            entry.trial?.number = number
            entry.trial?.deadline = deadline
            entry.trial?.timer = timer
        }
    }

    /// Restores the trial from before a failed call, with a new timer; nil removes the present one.
    func restoreTrial(_ trial: (SettingTrial, LoopTimer)?, of display: DisplayKey) {
        change(display) { entry in
            entry.trial = trial?.0
            if let timer = trial?.1 { entry.trial?.timer = timer }
        }
    }

    /// Removes settings that were set or reset in another way from the trial.
    func endTrial(of settings: ScreenOverrides, of display: DisplayKey) {
        change(display) { entry in
            guard var trial = entry.trial else { return }
            trial.tried = trial.tried.restoring(settings, from: ScreenOverrides())
            entry.trial = trial.tried == ScreenOverrides() ? nil : trial
        }
    }

    /// Keeps the settings of a trial.
    ///
    /// - Returns: whether there was a trial.
    func confirmTrial(of display: DisplayKey) -> Bool {
        guard self[display].trial != nil else { return false }
        change(display) { $0.trial = nil }
        return true
    }

    /// Restores the settings from before a trial, if it still runs.
    ///
    /// - Returns: whether it did.
    func undoTrial(_ number: UInt64) -> Bool {
        change(trial: number) { entry in
            entry.overrides = entry.lasting
            entry.trial = nil
        }
    }

    /// Restores the settings from before the trial of a display.
    ///
    /// - Returns: whether there was a trial.
    func undoTrial(of display: DisplayKey) -> Bool {
        self[display].trial.map { undoTrial($0.number) } ?? false
    }

    // MARK: Changes

    private func change(_ display: DisplayKey, _ body: (inout Entry) -> Void) {
        var entry = self[display]
        body(&entry)
        entries.removeAll { $0.display == entry.display }
        guard !entry.isEmpty else { return }
        entries.append(entry)
        guard entries.count > Self.mostEntries else { return }
        // A trial ends by itself.
        if let oldest = entries.firstIndex(where: { $0.trial == nil }) { entries.remove(at: oldest) }
    }

    @discardableResult
    private func change(trial number: UInt64, _ body: (inout Entry) -> Void) -> Bool {
        guard let index = entries.firstIndex(where: { $0.trial?.number == number }) else { return false }
        body(&entries[index])
        if entries[index].isEmpty { entries.remove(at: index) }
        return true
    }
}

/// Settings of a display on trial: the former ones return unless these are confirmed in time.
struct SettingTrial {
    fileprivate(set) var number: UInt64
    /// The tried settings. Only their keys are used.
    @OnHeap fileprivate var tried: ScreenOverrides
    /// The overrides of the display from before, to which these keys return.
    @OnHeap fileprivate var former: ScreenOverrides
    fileprivate(set) var deadline: MonotonicTime
    /// The timer that ends the trial at the deadline.
    fileprivate var timer: LoopTimer

    /// The overrides without the tried settings.
    fileprivate func undone(in overrides: ScreenOverrides) -> ScreenOverrides {
        overrides.restoring(tried, from: former)
    }
}
