import Screens

/// The settings that were saved at run time, by display. They override those of the files, key by key.
package struct SavedSettings: Sendable, Hashable {
    /// The settings of one display.
    package struct Entry: Sendable, Hashable {
        /// The display.
        package fileprivate(set) var match: ScreenMatch
        /// The display as lists print it; nil where that is not known.
        package fileprivate(set) var name: String?
        /// The connector on which it was when they were saved last, without its card.
        package fileprivate(set) var connector: String
        /// The saved settings.
        package fileprivate(set) var settings: ScreenOverrides
        /// The files' values of the same keys at that time; nil where they are not known.
        package fileprivate(set) var replaced: ScreenOverrides?

        package init(
            match: ScreenMatch, name: String? = nil, connector: String, settings: ScreenOverrides,
            replaced: ScreenOverrides?
        ) {
            self.match = match
            self.name = name
            self.connector = connector
            self.settings = settings
            self.replaced = replaced
        }

        /// Whether the display has an identity: the stable form, or the name as lists print it.
        fileprivate func isOf(_ identity: String) -> Bool {
            match.identity.map { $0.text == identity || $0.matches(identity) || name == identity } ?? false
        }

        fileprivate func isConnected(among screens: [Screen]) -> Bool {
            screens.contains { $0.isConnected && match.matches($0) }
        }

        /// The keys whose value in the files is another one than when they were saved.
        ///
        /// - Parameter files: the settings that the files have for the display now.
        package func outdatedKeys(_ files: ScreenOverrides) -> [String] {
            guard let replaced else { return [] }
            let now = ScreenOverrides().restoring(settings, from: files)
            return SettingTable.settings.filter { setting in
                setting.written(settings, .call) != nil
                    && setting.written(replaced, .call)?.json != setting.written(now, .call)?.json
            }.map(\.key)
        }
    }

    /// The one that was saved last is the last.
    package private(set) var entries: [Entry] = []

    /// None.
    package init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    /// As the last sections of a configuration.
    package var sections: [ScreenSection] {
        entries.map { entry in
            let places = entry.settings.keys(.file).map { ($0, SettingOrigin.saved) }
            return ScreenSection(
                match: entry.match, overrides: entry.settings, places: SettingPlaces(Dictionary(places) { $1 }))
        }
    }

    /// The keys of the display on a screen whose value in the files is another one than when they were saved.
    ///
    /// - Parameter files: the settings that the files have for it now.
    package func outdatedKeys(of screen: Screen, _ files: ScreenOverrides) -> [String] {
        let keys = Set(entries.filter { $0.match.matches(screen) }.flatMap { $0.outdatedKeys(files) })
        return SettingTable.settings.map(\.key).filter(keys.contains)
    }

    /// The saved settings of the display on a screen.
    package func settings(of screen: Screen) -> ScreenOverrides {
        entries.filter { $0.match.matches(screen) }.reduce(ScreenOverrides()) { $0.overridden(by: $1.settings) }
    }

    /// Saves settings of a display in addition to those that it has.
    package mutating func save(_ entry: Entry) {
        var entry = entry
        if let index = entries.firstIndex(where: { $0.match == entry.match }) {
            let former = entries.remove(at: index)
            entry.replaced = former.replaced.flatMap { replaced in
                entry.replaced.map { replaced.restoring(entry.settings, from: $0) }
            }
            entry.settings = former.settings.overridden(by: entry.settings)
            entry.name = entry.name ?? former.name
        }
        entries.append(entry)
    }

    /// Removes saved settings of a display.
    ///
    /// - Returns: those that it had.
    @discardableResult
    package mutating func remove(_ settings: [Setting], of screen: Screen) -> ScreenOverrides {
        remove(settings) { $0.match.matches(screen) }
    }

    /// Removes saved settings of absent displays with an identity.
    package mutating func remove(_ settings: [Setting], ofAbsent identity: String, among screens: [Screen]) {
        remove(settings) { $0.isOf(identity) && !$0.isConnected(among: screens) }
    }

    @discardableResult
    private mutating func remove(_ settings: [Setting], where isMeant: (Entry) -> Bool) -> ScreenOverrides {
        var removed = ScreenOverrides()
        for index in entries.indices where isMeant(entries[index]) {
            let former = entries[index].settings
            for setting in settings { setting.remove(&entries[index].settings) }
            let kept = entries[index].settings
            entries[index].replaced = entries[index].replaced.map { ScreenOverrides().restoring(kept, from: $0) }
            removed = removed.overridden(by: former.restoring(kept, from: ScreenOverrides()))
        }
        entries.removeAll { $0.settings == ScreenOverrides() }
        return removed
    }

    /// The settings of displays that are not connected now.
    package func absent(among screens: [Screen]) -> [Entry] {
        entries.filter { $0.match.identity != nil && !$0.isConnected(among: screens) }
    }

    /// The settings of displays that were on a connector when they were saved, and are not connected now, except that of which the
    /// connector still has the name: it is off.
    package func absent(from connector: Screen, among screens: [Screen]) -> [Entry] {
        absent(among: screens).filter { $0.connector == connector.localPlace && !$0.match.matches(connector) }
    }

    /// The settings of an absent display.
    ///
    /// - Parameter identity: its stable form, or the display's name as lists print it.
    package func absent(_ identity: String, among screens: [Screen]) -> Entry? {
        absent(among: screens).last { $0.isOf(identity) }
    }

    /// The connected screen whose display has saved settings under an identity.
    package func owner(of identity: String, among screens: [Screen]) -> Screen? {
        entries.last { $0.isOf(identity) && $0.isConnected(among: screens) }.flatMap { entry in
            screens.first { $0.isConnected && entry.match.matches($0) }
        }
    }

    /// Gives the settings of an absent display to another one.
    ///
    /// - Parameter heir: the other display: how it is matched, its name, and its connector.
    package mutating func adopt(_ entry: Entry, by heir: (match: ScreenMatch, name: String?, connector: String)) {
        guard let index = entries.firstIndex(of: entry) else { return }
        entries.remove(at: index)
        save(
            Entry(
                match: heir.match, name: heir.name, connector: heir.connector, settings: entry.settings,
                replaced: entry.replaced))
    }
}
