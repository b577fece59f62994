import Screens
import ScreensConfiguration
import ScreensLinux

/// Saves the settings that were changed at run time, with the displays that they belong to.
@MainLoop
final class OverrideSaver {
    /// The outcome of a save.
    struct Saving {
        /// How many settings they are, of which one of two displays counts twice.
        let count: Int
        /// The path of the former file, if that could not be read and was put aside.
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

    /// Saves overrides, which are part of the configuration from then on. Settings that are only tried are not saved.
    ///
    /// - Parameters:
    ///   - settings: those that are saved.
    ///   - screen: whose display they are of; nil for all displays.
    ///   - isOnConnector: whether they hold only on the connectors that the displays have now.
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
        return Saving(count: saved.reduce(0) { $0 + $1.settings.keys(.file).count }, damaged: damaged)
    }

    /// Removes all overrides: they end with the daemon, or the files decide from now on. Those that were neither saved nor
    /// only tried are named in the log.
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

    /// Removes saved settings of the display on a screen: the files decide about them again. The disk has them until they are stored.
    ///
    /// - Returns: those that it had.
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

    /// Gives the saved settings of an absent display to the one on a screen. The disk does not have that until it is stored.
    func adopt(_ entry: SavedSettings.Entry, on screen: Screen) throws(Failure) {
        let display = DisplayKey(screen)
        let match = ScreenMatch(display, among: kit.connectors)
        try source.useSaved { $0.adopt(entry, by: (match, display.identity?.name, screen.localPlace)) }
    }
}
