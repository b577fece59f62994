import Screens

/// What is wanted of all screens, and of the daemon.
package struct MachineConfiguration: Sendable, Hashable {
    /// Of every screen.
    package var defaults = ScreenWishes()
    /// Of some, in the order in which they count: what a later one says goes before what an earlier one says.
    package var sections: [ScreenSection] = []
    /// Of the daemon.
    package var daemon = DaemonOptions()

    /// Nothing is wanted: every screen is left alone.
    package init() {}

    /// This, and then what another file says.
    package mutating func append(_ later: MachineConfiguration) {
        defaults = defaults.overridden(by: later.defaults)
        sections += later.sections
        daemon = daemon.overridden(by: later.daemon)
    }

    /// The names of the arrangements that are present, in the order of the configuration.
    package func arrangements(among screens: [Screen]) -> [String] {
        var names: [String] = []
        for arrangement in sections.compactMap(\.arrangement)
        where !names.contains(arrangement.name) && arrangement.isPresent(among: screens) {
            names.append(arrangement.name)
        }
        return names
    }

    /// What is wanted of one screen.
    ///
    /// - Parameter screens: all of the machine, which say what arrangements there are.
    package func effective(for screen: Screen, among screens: [Screen]) -> ScreenConfiguration {
        var presence: [Arrangement: Bool] = [:]
        var wishes = defaults
        for section in sections where section.match.matches(screen) {
            if let arrangement = section.arrangement {
                let isPresent = presence[arrangement] ?? arrangement.isPresent(among: screens)
                presence[arrangement] = isPresent
                guard isPresent else { continue }
            }
            wishes = wishes.overridden(by: section.wishes)
        }
        return ScreenConfiguration(wishes)
    }
}
