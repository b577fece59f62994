import Screens
import ScreensManager

/// The brightness of built-in panels, as the daemon has set it.
@MainLoop
final class ScreenBrightness {
    private let kit: VideoKit
    private let log: EventLog
    private struct Panel: Equatable {
        /// The connection of the display for which it was set: one that returns may have another brightness.
        let screen: ScreenID
        /// The value that was set last, 0 to 1.
        let value: Double
        /// The brightness before; nil where it could not be read.
        let found: Double?
    }

    /// The panels that the daemon has set, by the qualified name of the screen: a backlight outlasts the connection.
    private var panels: [String: Panel] = [:]

    /// Why the configured brightness of screens is not set, by qualified name.
    private var failures: [String: ScreenError] = [:]

    init(_ kit: VideoKit, _ log: EventLog) {
        self.kit = kit
        self.log = log
    }

    /// The screens whose configured brightness is not set.
    var notices: [StatusNotice] {
        kit.screens.compactMap { screen in
            failures[screen.qualifiedName].map {
                StatusNotice(
                    .brightnessNotSet, .warning, screen.qualifiedName, $0.problem,
                    remedy: $0.remedy ?? "remove `brightness` from its settings")
            }
        }
    }

    /// Sets the configured brightness, unless it was set already; nil leaves the panel as it is, or as it was found before the
    /// daemon set it. A failure is logged once, and is among the notices.
    func configure(_ brightness: Double?, of screen: Screen) async {
        let name = screen.qualifiedName
        do throws(ScreenError) {
            try await setAsConfigured(brightness, of: screen)
            failures[name] = nil
        } catch {
            // It is disconnected meanwhile.
            guard error.code != .noSuchScreen else { return }
            if failures[name]?.description != error.description { log.error(error.description) }
            failures[name] = error
        }
    }

    private func setAsConfigured(_ brightness: Double?, of screen: Screen) async throws(ScreenError) {
        let name = screen.qualifiedName
        let panel = panels[name]
        if let brightness {
            if panel?.screen != screen.id || panel?.value != brightness { try await set(brightness, of: screen) }
        } else if let panel {
            // A failed write leaves the panel to the next pass.
            if let found = panel.found { try await kit.setBrightness(found, of: screen.id) }
            // A call may have set it meanwhile.
            if panels[name] == panel { panels[name] = nil }
        }
    }

    /// Sets the brightness, also where it was set already: other programs may have changed it.
    func set(_ brightness: Double, of screen: Screen) async throws(ScreenError) {
        let name = screen.qualifiedName
        // Only the first time: afterwards it would be the daemon's own value.
        let found = if let panel = panels[name] { panel.found } else { kit.brightness(of: screen.id) }
        try await kit.setBrightness(brightness, of: screen.id)
        panels[name] = Panel(screen: screen.id, value: brightness, found: found)
        failures[name] = nil
    }
}
