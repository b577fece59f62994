import Screens
import ScreensLinux
import ScreensManager

/// The brightness of a built-in panel that the daemon has set.
@MainLoop
final class PanelBrightness {
    private struct Panel: Equatable {
        /// The connection of the display when it was set. A display that returns may have another brightness.
        let screen: ScreenID
        /// The value that was last set, from 0 to 1.
        let value: Double
        /// The brightness before; nil if it could not be read.
        let found: Double?
    }

    private let kit: VideoKit
    private let log: EventLog
    /// The panel; nil if the daemon has not set it. A backlight outlasts the connection.
    private var panel: Panel?
    /// Why the configured brightness is not set.
    private var failure: ScreenError?

    init(_ kit: VideoKit, _ log: EventLog) {
        self.kit = kit
        self.log = log
    }

    /// The notice while the configured brightness is not set.
    func notice(on screen: Screen) -> StatusNotice? {
        failure.map {
            StatusNotice(
                .brightnessNotSet, .warning, screen.qualifiedName, $0.problem,
                remedy: $0.remedy ?? "remove `brightness` from its settings")
        }
    }

    /// Sets the configured brightness, unless it is already set. Nil restores the brightness from before the daemon set
    /// it, if it has. A failure is logged once, and is a notice.
    func configure(_ brightness: Double?, of screen: Screen) async {
        do throws(ScreenError) {
            try await setAsConfigured(brightness, of: screen)
            failure = nil
        } catch {
            // The screen was disconnected meanwhile.
            guard error.code != .noSuchScreen else { return }
            if failure?.description != error.description { log.error(error.description) }
            failure = error
        }
    }

    private func setAsConfigured(_ brightness: Double?, of screen: Screen) async throws(ScreenError) {
        let former = panel
        if let brightness {
            if former?.screen != screen.id || former?.value != brightness { try await set(brightness, of: screen) }
        } else if let former {
            // If the write fails, the next pass tries again.
            if let found = former.found { try await kit.setBrightness(found, of: screen.id) }
            // A call may have set the brightness meanwhile.
            if panel == former { panel = nil }
        }
    }

    /// Sets the brightness even if it is already set: other programs may have changed it.
    func set(_ brightness: Double, of screen: Screen) async throws(ScreenError) {
        // The value is read only the first time: later it would be the daemon's own.
        // A daemon that ended while a panel was dark left it so: it is not restored to 0.
        let found = if let panel { panel.found } else { kit.brightness(of: screen.id).map { $0 > 0 ? $0 : 1 } }
        try await kit.setBrightness(brightness, of: screen.id)
        panel = Panel(screen: screen.id, value: brightness, found: found)
        failure = nil
    }
}
