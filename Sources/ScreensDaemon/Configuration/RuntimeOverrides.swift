import Configuration
import Screens

/// The settings that were changed at run time: a section for each display, which goes before the files.
@MainLoop
final class RuntimeOverrides {
    private(set) var sections: [ScreenSection] = []

    /// Changes the overrides of a display.
    func change(_ display: ScreenMatch, _ body: (inout ScreenWishes) -> Void) {
        var section = sections.first { $0.match == display } ?? ScreenSection(match: display, wishes: ScreenWishes())
        body(&section.wishes)
        sections.removeAll { $0.match == display }
        if section.wishes != ScreenWishes() { sections.append(section) }
    }

    /// The overrides of a display; nil where there are none.
    func overrides(of display: ScreenMatch) -> ScreenWishes? {
        sections.first { $0.match == display }?.wishes
    }

    func removeAll() {
        sections = []
    }

    func removeAll(where isRemoved: (ScreenSection) -> Bool) {
        sections.removeAll(where: isRemoved)
    }
}
