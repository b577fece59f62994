import Screens

/// The brightness of built-in panels, as the daemon has set it.
@MainLoop
final class ScreenBrightness {
    private let kit: VideoKit
    private struct Panel: Equatable {
        /// The value that was set last, 0 to 1.
        var value: Double
        /// The brightness before; nil where it could not be read.
        let found: Double?
    }

    /// The panels that the daemon has set, by the connection of the display.
    private var panels: [ScreenID: Panel] = [:]

    init(_ kit: VideoKit) {
        self.kit = kit
    }

    /// Sets the configured brightness, unless it was set already; nil leaves the panel as it is, or as it was found before the
    /// daemon set it.
    func configure(_ brightness: Double?, of screen: ScreenID) async throws(ScreenError) {
        if let brightness {
            if panels[screen]?.value != brightness { try await set(brightness, of: screen) }
        } else if let panel = panels[screen] {
            // A failed write leaves the panel to the next pass.
            if let found = panel.found { try await kit.setBrightness(found, of: screen) }
            // A call may have set it meanwhile.
            if panels[screen] == panel { panels[screen] = nil }
        }
    }

    /// Sets the brightness, also where it was set already: other programs may have changed it.
    func set(_ brightness: Double, of screen: ScreenID) async throws(ScreenError) {
        // Only the first time: afterwards it would be the daemon's own value.
        let found = if let panel = panels[screen] { panel.found } else { kit.brightness(of: screen) }
        try await kit.setBrightness(brightness, of: screen)
        panels[screen] = Panel(value: brightness, found: found)
    }

    /// Forgets disconnected displays.
    func forget(except connected: some Collection<ScreenID>) {
        panels = panels.filter { connected.contains($0.key) }
    }
}
