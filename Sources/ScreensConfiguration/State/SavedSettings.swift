import Screens
import ScreensJSON
import ScreensLinux

/// The settings that were saved at run time, by display. They override the settings of files, key by key.
package struct SavedSettings: Sendable, Hashable {
    /// The settings of one display.
    package struct Entry: Sendable, Hashable {
        /// The display.
        package fileprivate(set) var match: ScreenMatch
        /// The display's name as printed in lists; nil if it is unknown.
        package fileprivate(set) var name: String?
        /// The connector of the display when they were last saved, without its card.
        package fileprivate(set) var connector: String
        /// The saved settings.
        @OnHeap package fileprivate(set) var settings: ScreenOverrides
        /// The values in files of the same keys at that time; nil if they are unknown.
        @OnHeap package fileprivate(set) var replaced: ScreenOverrides?
        /// The members of the file that only another version knows.
        var unknown: UnknownMembers

        package init(
            match: ScreenMatch, name: String? = nil, connector: String, settings: ScreenOverrides,
            replaced: ScreenOverrides?
        ) {
            self.init(
                match: match, name: name, connector: connector, settings: settings, replaced: replaced,
                unknown: UnknownMembers())
        }

        init(
            match: ScreenMatch, name: String?, connector: String, settings: ScreenOverrides, replaced: ScreenOverrides?,
            unknown: UnknownMembers
        ) {
            self.unknown = unknown
            self.match = match
            self.name = name
            self.connector = connector
            self.settings = settings
            self.replaced = replaced
        }

        /// Whether it has settings that this version uses.
        private var hasSettings: Bool { settings != ScreenOverrides() }

        /// Whether nothing is saved for the display.
        fileprivate var isEmpty: Bool { !hasSettings && unknown.settings.isEmpty }

        /// Whether its display has settings and is not connected.
        fileprivate func isAbsent(among screens: [Screen]) -> Bool {
            match.identity != nil && hasSettings && !isConnected(among: screens)
        }

        /// Returns whether the display has an identity: the stable form, or the name as printed in lists.
        fileprivate func isOf(_ identity: String) -> Bool {
            match.identity.map { $0.text == identity || $0.matches(identity) || name == identity } ?? false
        }

        fileprivate func isConnected(among screens: [Screen]) -> Bool {
            screens.contains { $0.isConnected && match.matches($0) }
        }

        /// Returns the keys whose values in files have changed since they were saved.
        ///
        /// - Parameter files: the present settings of the display in files.
        package func outdatedKeys(_ files: ScreenOverrides) -> [String] {
            guard let replaced else { return [] }
            let now = ScreenOverrides().restoring(settings, from: files)
            return SettingTable.settings.filter { setting in
                setting.written(settings, .call) != nil
                    && setting.written(replaced, .call)?.json != setting.written(now, .call)?.json
            }.map(\.key)
        }
    }

    /// The entries; the last saved entry is the last.
    package private(set) var entries: [Entry] = []
    /// The members of the whole file that only another version knows.
    private(set) var unknown: [String: JSONValue] = [:]

    /// Makes a list of entries, by default empty.
    package init(_ entries: [Entry] = []) {
        self.entries = entries
    }

    init(_ entries: [Entry], unknown: [String: JSONValue]) {
        self.entries = entries
        self.unknown = unknown
    }

    /// The entries as the last sections of a configuration.
    package var sections: [ScreenSection] {
        entries.map { entry in
            let places = entry.settings.keys(.file).map { ($0, SettingOrigin.saved) }
            return ScreenSection(
                match: entry.match, overrides: entry.settings, places: SettingPlaces(Dictionary(places) { $1 }))
        }
    }

    /// Returns the keys of the display on a screen whose values in files have changed since they were saved.
    ///
    /// - Parameter files: the present settings of the display in files.
    package func outdatedKeys(of screen: Screen, _ files: ScreenOverrides) -> [String] {
        let keys = Set(entries.filter { $0.match.matches(screen) }.flatMap { $0.outdatedKeys(files) })
        return SettingTable.settings.map(\.key).filter(keys.contains)
    }

    /// Returns the saved settings of the display on a screen.
    package func settings(of screen: Screen) -> ScreenOverrides {
        entries.filter { $0.match.matches(screen) }.reduce(ScreenOverrides()) { $0.overridden(by: $1.settings) }
    }

    /// Saves settings of a display in addition to its earlier ones.
    package mutating func save(_ entry: Entry) {
        var entry = entry
        if let index = entries.firstIndex(where: { $0.match == entry.match }) {
            let former = entries.remove(at: index)
            entry.replaced = former.replaced.flatMap { replaced in
                entry.replaced.map { replaced.restoring(entry.settings, from: $0) }
            }
            entry.unknown = former.unknown.overridden(by: entry.settings, entry.unknown)
            entry.settings = former.settings.overridden(by: entry.settings)
            entry.name = entry.name ?? former.name
        }
        entries.append(entry)
    }

    /// Removes saved settings of a display.
    ///
    /// - Returns: the removed settings.
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
            entries[index].unknown.remove(settings)
            let kept = entries[index].settings
            entries[index].replaced = entries[index].replaced.map { ScreenOverrides().restoring(kept, from: $0) }
            removed = removed.overridden(by: former.restoring(kept, from: ScreenOverrides()))
        }
        entries.removeAll(where: \.isEmpty)
        return removed
    }

    /// Returns the settings of displays that are not connected now.
    package func absent(among screens: [Screen]) -> [Entry] {
        entries.filter { $0.isAbsent(among: screens) }
    }

    /// Returns the settings of displays that were on a connector when they were saved and are not connected now, except
    /// the display whose name the connector still has, because it is off.
    package func absent(from connector: Screen, among screens: [Screen]) -> [Entry] {
        absent(among: screens).filter { $0.connector == connector.localPlace && !$0.match.matches(connector) }
    }

    /// Returns the settings of an absent display.
    ///
    /// - Parameter identity: the stable form of its identity, or the display's name as printed in lists.
    package func absent(_ identity: String, among screens: [Screen]) -> Entry? {
        absent(among: screens).last { $0.isOf(identity) }
    }

    /// Returns the connected screen whose display has saved settings under an identity.
    package func owner(of identity: String, among screens: [Screen]) -> Screen? {
        entries.last { $0.isOf(identity) && $0.isConnected(among: screens) }.flatMap { entry in
            screens.first { $0.isConnected && entry.match.matches($0) }
        }
    }

    /// Moves the settings of an absent display to another one.
    ///
    /// - Parameter heir: the other display: its match, its name, and its connector.
    package mutating func adopt(_ entry: Entry, by heir: (match: ScreenMatch, name: String?, connector: String)) {
        guard let index = entries.firstIndex(of: entry) else { return }
        entries.remove(at: index)
        save(
            Entry(
                match: heir.match, name: heir.name, connector: heir.connector, settings: entry.settings,
                replaced: entry.replaced, unknown: entry.unknown))
    }
}
