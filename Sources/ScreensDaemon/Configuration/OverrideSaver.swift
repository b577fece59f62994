import Configuration
import ProgramKit
import Screens

/// Saves the settings that were changed at run time, with the displays that they belong to.
@MainLoop
final class OverrideSaver {
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

    /// Saves the overrides, which are part of the configuration from then on. Settings that are only tried are not saved.
    ///
    /// - Parameter isOnConnector: whether they hold only on the connectors that the displays have now.
    func save(onConnectors isOnConnector: Bool) async throws(Failure) {
        let connectors = kit.connectors
        overrides.follow(connectors)
        let former = overrides.entries
        let saved = former.filter { $0.lasting != ScreenOverrides() }.map { entry in
            self.entry(entry.display, entry.lasting, connectors, isOnConnector)
        }
        try await source.changeSaved { settings in
            for entry in saved { settings.save(entry) }
        }
        // A trial stays beside it until it is confirmed or over, and so does what was set meanwhile.
        overrides.removeAll { entry in
            entry.trial == nil
                && former.contains {
                    $0.display == entry.display && $0.overrides == entry.overrides && $0.trial == nil
                }
        }
    }

    private func entry(
        _ display: DisplayKey, _ settings: ScreenOverrides, _ connectors: [Screen], _ isOnConnector: Bool
    ) -> SavedSettings.Entry {
        let screen = connectors.first { overrides.display(on: $0) == display }
        let files = screen.map { source.filesAlone.overrides(for: $0, among: kit.screens) }
        return SavedSettings.Entry(
            match: ScreenMatch(display, among: connectors, onItsConnector: isOnConnector),
            connector: screen?.localPlace ?? display.place ?? "", settings: settings,
            replaced: files.map { ScreenOverrides().restoring(settings, from: $0) })
    }

    /// Removes saved settings of the display on a screen: the files decide about them again.
    ///
    /// - Returns: those that it had.
    func remove(_ settings: [Setting], of screen: Screen) async throws(Failure) -> ScreenOverrides {
        var removed = ScreenOverrides()
        try await source.changeSaved { removed = $0.remove(settings, of: screen) }
        return removed
    }

    /// Removes all saved settings.
    func removeAll() async throws(Failure) {
        try await source.changeSaved { $0.removeAll() }
    }

    /// Gives the saved settings of an absent display to the one on a screen.
    ///
    /// - Returns: whether there are some under that identity.
    func adopt(_ identity: String, on screen: Screen) async throws(Failure) -> Bool {
        let match = ScreenMatch(overrides.display(on: screen), among: kit.connectors)
        var isFound = false
        try await source.changeSaved { isFound = $0.adopt(identity, by: match, on: screen.localPlace) }
        return isFound
    }
}
