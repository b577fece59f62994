import Screens
import ScreensConfiguration
import ScreensLinux

/// Saves the settings that were changed at run time, together with their displays.
@MainLoop
final class OverrideSaver {
    /// The outcome of a save.
    struct Saving {
        /// The path of the file.
        let file: String
        /// The number of saved settings. A setting of two displays counts twice.
        let count: Int
        /// The new path of a former file that could not be read; nil if there is none.
        let damaged: String?
    }

    private let source: ConfigurationSource
    private let overrides: RuntimeOverrides
    private let kit: VideoKit

    init(_ source: ConfigurationSource, _ overrides: RuntimeOverrides, _ kit: VideoKit) {
        self.source = source
        self.overrides = overrides
        self.kit = kit
    }

    /// The file that is written.
    var path: String { source.savedPath }

    /// The saved settings in use, and the connected screens.
    var savedSettings: (settings: SavedSettings, connected: [Screen]) { (source.saved, kit.screens) }

    /// Saves overrides, which become part of the configuration. Settings on trial are not saved.
    ///
    /// - Parameters:
    ///   - settings: the settings to save.
    ///   - screen: the screen whose display has them; nil for all displays.
    ///   - isOnConnector: whether they apply only on the present connectors of the displays.
    func save(
        _ settings: [Setting], of screen: Screen?, onConnectors isOnConnector: Bool
    ) async throws(Failure) -> Saving {
        let connectors = kit.connectors
        let display = screen.map { DisplayKey($0) }
        let former = overrides.entries.filter { display == nil || $0.display == display }
        let saved = former.compactMap { entry in
            let lasting = entry.lasting.limited(to: settings)
            return lasting == ScreenOverrides() ? nil : self.entry(entry.display, lasting, connectors, isOnConnector)
        }
        let damaged = try await source.changeSaved { settings in
            for entry in saved { settings.save(entry) }
        }
        overrides.remove(settings, unchangedSince: former)
        return Saving(
            file: path, count: saved.reduce(0) { $0 + $1.settings.keys(.file).count }, damaged: damaged)
    }

    /// Removes all overrides: the daemon ends, or the files decide from now on. Logs the overrides that were neither
    /// saved nor on trial.
    func endUnsaved(_ log: EventLog) {
        let connectors = kit.connectors
        var count = 0
        let displays = overrides.entries.compactMap { entry -> String? in
            let keys = entry.lasting.keys(.file)
            guard !keys.isEmpty else { return nil }
            count += keys.count
            let screen = connectors.first { DisplayKey($0) == entry.display }
            let name = screen?.name ?? entry.display.identity?.name ?? entry.display.place ?? ""
            return "\(name): \(keys.joined(separator: ", "))"
        }
        overrides.removeAll()
        guard count > 0 else { return }
        let words = count == 1 ? "setting was not saved, and has ended" : "settings were not saved, and have ended"
        log.notice("\(count) \(words): \(displays.joined(separator: "; "))")
    }

    private func entry(
        _ display: DisplayKey, _ settings: ScreenOverrides, _ connectors: [Screen], _ isOnConnector: Bool
    ) -> SavedSettings.Entry {
        let screen = connectors.first { DisplayKey($0) == display }
        let files = screen.map { source.filesAlone.overrides(for: $0, among: kit.screens) }
        return SavedSettings.Entry(
            match: ScreenMatch(display, among: connectors, onItsConnector: isOnConnector), name: display.identity?.name,
            connector: screen?.localPlace ?? display.place ?? "", settings: settings,
            replaced: files.map { ScreenOverrides().restoring(settings, from: $0) })
    }

    /// Removes saved settings of the display on a screen, so that the files decide about them again. They stay on the
    /// disk until the change is stored.
    ///
    /// - Returns: the settings that the display had.
    func remove(_ settings: [Setting], of screen: Screen) throws(Failure) -> ScreenOverrides {
        var removed = ScreenOverrides()
        try source.useSaved { removed = $0.remove(settings, of: screen) }
        return removed
    }

    /// Removes saved settings of absent displays with an identity.
    func remove(_ settings: [Setting], ofAbsent identity: String) async throws(Failure) {
        let connected = kit.screens
        try await source.changeSaved { $0.remove(settings, ofAbsent: identity, among: connected) }
    }

    /// Removes all saved settings.
    func removeAll() async throws(Failure) {
        try await source.removeAllSaved()
    }

    /// Gives the saved settings of an absent display to the display on a screen. The disk stays unchanged until the
    /// change is stored.
    func adopt(_ entry: SavedSettings.Entry, on screen: Screen) throws(Failure) {
        let display = DisplayKey(screen)
        let match = ScreenMatch(display, among: kit.connectors)
        try source.useSaved { $0.adopt(entry, by: (match, display.identity?.name, screen.localPlace)) }
    }
}
