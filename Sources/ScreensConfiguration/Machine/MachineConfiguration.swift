import Screens

/// The settings of all screens, and of the daemon.
package struct MachineConfiguration: Sendable, Hashable {
    /// The settings of every screen.
    package var defaults = ScreenOverrides()
    /// The origins of the settings of every screen.
    package var defaultPlaces = SettingPlaces()
    /// The settings of every screen at some times. They override the settings of all times, in order.
    var timedDefaults: [TimedDefaults] = []
    /// The settings of some screens, in the order in which they apply: a later one overrides an earlier one.
    package var sections: [ScreenSection] = []
    /// The contents with names.
    package var contents = NamedContents()
    /// The settings of the daemon.
    package var daemon = DaemonOptions()

    /// Makes a configuration without settings: every screen is left alone.
    package init() {}

    /// Adds the settings of another file after these.
    package mutating func append(_ later: MachineConfiguration) {
        defaults = defaults.overridden(by: later.defaults)
        defaultPlaces = defaultPlaces.overridden(by: later.defaultPlaces)
        timedDefaults += later.timedDefaults
        sections += later.sections
        contents.append(later.contents)
        daemon = daemon.overridden(by: later.daemon)
    }

    /// Returns the names of the present arrangements, in the order of the configuration.
    package func arrangements(among screens: [Screen]) -> [String] {
        var names: [String] = []
        for arrangement in sections.compactMap(\.arrangement)
        where !names.contains(arrangement.name) && arrangement.isPresent(among: screens) {
            names.append(arrangement.name)
        }
        return names
    }

    /// Returns the settings of one screen, with defaults for the rest.
    ///
    /// A screen that is driven only if it is named (``Screens/Screen/isDrivenUnnamed(among:)``) gets a content only if
    /// a section names its connector or its display, or its display has settings of its own.
    ///
    /// - Parameters:
    ///   - screens: all screens of the machine, which determine the present arrangements.
    ///   - set: the settings of its display that override all of these.
    package func effective(
        for screen: Screen, among screens: [Screen], set: ScreenOverrides = ScreenOverrides()
    ) -> ScreenConfiguration {
        var overrides = overrides(for: screen, among: screens).overridden(by: set)
        let titles = ScreenConfiguration(overrides).titles
        overrides.content = overrides.content.map(contents.resolved)
        overrides.fallback = overrides.fallback.map(contents.resolvedWithoutPrograms)
        overrides.overlay = overrides.overlay.map(contents.resolved)
        if !names(screen, set: set), !screen.isDrivenUnnamed(among: screens) {
            overrides.content = nil
            overrides.mirror = nil
        }
        var configuration = ScreenConfiguration(overrides)
        configuration.titles = titles
        return configuration
    }

    /// Returns whether a section names the connector of a screen or its display, or the display has settings of its
    /// own.
    ///
    /// - Parameter set: the settings of the display that override all of these.
    package func names(_ screen: Screen, set: ScreenOverrides = ScreenOverrides()) -> Bool {
        set != ScreenOverrides() || sections.contains { $0.match.namesScreen && $0.match.matches(screen) }
    }

    /// Whether displays get a content by their identity, on any connector.
    package var mayUseDisplays: Bool {
        sections.contains { section in
            section.match.identity != nil
                && (section.overrides.mirror != nil || section.overrides.content.map { $0 != .none } ?? false)
        }
    }

    /// Returns the settings of one screen from all sections that match it.
    package func overrides(for screen: Screen, among screens: [Screen]) -> ScreenOverrides {
        sections(for: screen, among: screens).reduce(defaults) { $0.overridden(by: $1.overrides) }
    }

    /// Returns the origins of the settings of one screen.
    package func places(for screen: Screen, among screens: [Screen]) -> SettingPlaces {
        sections(for: screen, among: screens).reduce(defaultPlaces) { $0.overridden(by: $1.places) }
    }

    /// Returns the sections that apply to a screen now.
    private func sections(for screen: Screen, among screens: [Screen]) -> [ScreenSection] {
        var presence: [Arrangement: Bool] = [:]
        return sections.filter { section in
            guard section.match.matches(screen) else { return false }
            guard let arrangement = section.arrangement else { return true }
            let isPresent = presence[arrangement] ?? arrangement.isPresent(among: screens)
            presence[arrangement] = isPresent
            return isPresent
        }
    }
}

/// A section of a configuration: the screens that it matches, and their settings.
package struct ScreenSection: Sendable, Hashable {
    /// The arrangement during which the section applies; nil if it always applies.
    package var arrangement: Arrangement?
    /// The times at which the section applies: all of them must hold.
    package let during: [PowerSchedule]
    /// The screens of the section.
    package var match: ScreenMatch
    /// The settings of the screens.
    package var overrides: ScreenOverrides
    /// The origins of the settings.
    package let places: SettingPlaces

    /// Makes a section of its own, or of an arrangement.
    package init(
        arrangement: Arrangement? = nil, during: [PowerSchedule] = [], match: ScreenMatch, overrides: ScreenOverrides,
        places: SettingPlaces = SettingPlaces()
    ) {
        self.places = places
        self.during = during
        self.arrangement = arrangement
        self.match = match
        self.overrides = overrides
    }
}

/// The settings of the daemon itself.
package struct DaemonOptions: Sendable, Hashable {
    /// The file for the metrics, an absolute path.
    package var metrics: String?
    /// The folder for the proof of play, an absolute path.
    package var played: String?
    /// How many days its files are kept.
    package var playedDays: Int?
    /// The folders whose files `Set` may name in words, absolute paths.
    package var textFolders: [String]?
    /// The most pixels of a picture, in millions.
    package var largestPicture: Int?
    /// The memory for pictures, snapshots, frames of clients and unread replies in total, in MiB.
    package var memory: Int?
    /// Whether screens show that the configuration has problems.
    package var showsProblems: Bool?
    /// The level from which events are logged.
    package var logLevel: LogLevel?

    /// Makes options without values.
    package init() {}

    /// Returns these options, overridden by the options that `later` has.
    func overridden(by later: DaemonOptions) -> DaemonOptions {
        var result = self
        if let metrics = later.metrics { result.metrics = metrics }
        if let played = later.played { result.played = played }
        if let playedDays = later.playedDays { result.playedDays = playedDays }
        if let textFolders = later.textFolders { result.textFolders = textFolders }
        if let largestPicture = later.largestPicture { result.largestPicture = largestPicture }
        if let memory = later.memory { result.memory = memory }
        if let showsProblems = later.showsProblems { result.showsProblems = showsProblems }
        if let logLevel = later.logLevel { result.logLevel = logLevel }
        return result
    }
}

/// The least importance of a line that is logged.
package enum LogLevel: String, Sendable, Hashable, CaseIterable {
    case trace, debug, info, notice, warning, error, critical
}
