import Configuration
import Screens

/// The settings that were changed at run time: a section for each display, which goes before the files.
@MainLoop
final class RuntimeOverrides {
    private(set) var sections: [ScreenSection] = []

    /// Changes the overrides of a display.
    func change(_ display: ScreenMatch, _ body: (inout ScreenOverrides) -> Void) {
        var section =
            sections.first { $0.match == display } ?? ScreenSection(match: display, overrides: ScreenOverrides())
        body(&section.overrides)
        sections.removeAll { $0.match == display }
        if section.overrides != ScreenOverrides() { sections.append(section) }
    }

    /// The overrides of a display; nil where there are none.
    func overrides(of display: ScreenMatch) -> ScreenOverrides? {
        sections.first { $0.match == display }?.overrides
    }

    func removeAll() {
        sections = []
    }

    func removeAll(where isRemoved: (ScreenSection) -> Bool) {
        sections.removeAll(where: isRemoved)
    }
}

/// Settings of a display that are only tried.
struct TriedSettings {
    /// Only the keys of these count.
    var tried: ScreenOverrides
    /// The overrides of the display before, from which these keys return.
    let former: ScreenOverrides

    /// Overrides without what is only tried.
    func undone(in overrides: ScreenOverrides) -> ScreenOverrides { overrides.restoring(tried, from: former) }
}
