import Screens
import ScreensConfiguration

/// Empty connectors for which the daemon keeps the card open (``Screens/ScreenSettings/isReserved``): those that the configuration
/// names with a content, by themselves or by the display that was there last.
struct ReservedConnectors {
    /// The display that was on a connector last, by the connector's qualified name.
    private var last: [String: Screen] = [:]

    /// Takes the connectors as they are.
    mutating func follow(_ connectors: [Screen]) {
        let names = Set(connectors.map(\.qualifiedName))
        last = last.filter { names.contains($0.key) }
        for screen in connectors where screen.isConnected { last[screen.qualifiedName] = screen }
    }

    /// Whether a connector without a display is kept; nil where the library decides, by what was shown there.
    ///
    /// - Parameter set: the settings that a display has of its own.
    func isReserved(
        _ connector: Screen, by configuration: MachineConfiguration, among screens: [Screen],
        set: (Screen) -> ScreenOverrides
    ) -> Bool? {
        let candidates = [connector] + (last[connector.qualifiedName].map { [$0] } ?? [])
        let used = candidates.filter {
            configuration.effective(for: $0, among: screens, set: set($0)).isDriven
        }
        if used.isEmpty { return configuration.mayUseDisplays ? nil : false }
        return used.contains { configuration.names($0, set: set($0)) } ? true : nil
    }
}
