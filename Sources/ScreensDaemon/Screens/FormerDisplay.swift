import Screens
import ScreensConfiguration

/// The last display on a connector. If the configuration names the display with a content, or the connector, the daemon
/// keeps the card open for it (``Screens/ScreenSettings/isReserved``).
struct FormerDisplay {
    /// The screen with that display; nil before the first one.
    private(set) var last: Screen?
    /// The screen with that display, also if the connector has vanished since; nil before the first one.
    private(set) var lastSeen: Screen?

    /// Takes the current state of the connector; nil if it does not exist.
    mutating func take(_ screen: Screen?) {
        if screen?.isConnected ?? true { last = screen }
        if let screen, screen.isConnected { lastSeen = screen }
    }

    /// Whether the connector is reserved while it has no display; nil if the library decides from what was shown there.
    ///
    /// - Parameter set: returns the settings that a display has of its own.
    func isReserved(
        _ connector: Screen, by configuration: MachineConfiguration, among screens: [Screen],
        set: (Screen) -> ScreenOverrides
    ) -> Bool? {
        let candidates = [connector] + [last].compactMap(\.self)
        let used = candidates.filter {
            configuration.effective(for: $0, among: screens, set: set($0)).isDriven
        }
        if used.isEmpty { return configuration.mayUseDisplays ? nil : false }
        return used.contains { configuration.names($0, set: set($0)) } ? true : nil
    }
}
