import Configuration
import Screens

/// The settings that were changed at run time, by display: they override the files.
///
/// The library decides which display is on a screen (``Screens/DisplayKey``). A connector without an identified display
/// has settings, too. They become those of the first display that is identified there, whether it comes so or was there
/// already; where that display has settings of its own, these count, and those of the connector end.
@MainLoop
final class RuntimeOverrides {
    /// The settings of one display.
    struct Entry {
        fileprivate(set) var display: DisplayKey
        var overrides = ScreenOverrides()
        /// Those of them that are only tried.
        var trial: SettingTrial?

        fileprivate init(_ display: DisplayKey) {
            self.display = display
        }

        fileprivate var isEmpty: Bool { overrides == ScreenOverrides() && trial == nil }

        /// The settings without those that are only tried.
        var lasting: ScreenOverrides { trial?.undone(in: overrides) ?? overrides }
    }

    /// The one that was changed last is the last.
    private(set) var entries: [Entry] = []
    /// The displays on the screens, as they were when these were followed last.
    private var displays: [ScreenID: DisplayKey] = [:]

    /// Takes the screens as they are.
    func follow(_ connectors: [Screen]) {
        var now: [ScreenID: DisplayKey] = [:]
        for screen in connectors {
            let display = DisplayKey(screen)
            now[screen.id] = display
            if let former = displays[screen.id], former != display { move(former, to: display) }
            if display.identity != nil { move(DisplayKey(connectorOf: screen), to: display) }
        }
        displays = now
    }

    private func move(_ former: DisplayKey, to display: DisplayKey) {
        guard let index = index(former) else { return }
        if self.index(display) == nil {
            entries[index].display = display
        } else {
            entries.remove(at: index)
        }
    }

    private func index(_ display: DisplayKey) -> Int? { entries.firstIndex { $0.display == display } }

    /// The display whose settings a screen has.
    func display(on screen: Screen) -> DisplayKey { displays[screen.id] ?? DisplayKey(screen) }

    /// The settings of the display on a screen.
    subscript(screen: Screen) -> Entry {
        let display = display(on: screen)
        return index(display).map { entries[$0] } ?? Entry(display)
    }

    /// Changes the settings of the display on a screen.
    func change(_ screen: Screen, _ body: (inout Entry) -> Void) {
        var entry = self[screen]
        body(&entry)
        removeAll { $0.display == entry.display }
        if !entry.isEmpty { entries.append(entry) }
    }

    /// Changes the settings of the display that a trial is of, where it still runs.
    func change(trial number: UInt64, _ body: (inout Entry) -> Void) {
        guard let index = entries.firstIndex(where: { $0.trial?.number == number }) else { return }
        var entry = entries[index]
        body(&entry)
        entries[index] = entry
        if entry.isEmpty { entries.remove(at: index) }
    }

    func removeAll() {
        entries = []
    }

    func removeAll(where isRemoved: (Entry) -> Bool) {
        entries.removeAll(where: isRemoved)
    }
}

/// Settings of a display that are only tried: the former ones return unless these are confirmed in time.
struct SettingTrial {
    var number: UInt64
    /// Only the keys of these count.
    var tried: ScreenOverrides
    /// The overrides of the display before, from which these keys return.
    let former: ScreenOverrides
    var deadline: MonotonicTime
    /// Ends the trial at the deadline.
    var timer: LoopTimer

    /// Overrides without those that are only tried.
    func undone(in overrides: ScreenOverrides) -> ScreenOverrides { overrides.restoring(tried, from: former) }
}
