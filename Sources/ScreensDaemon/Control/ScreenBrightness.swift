import Screens

/// The brightness of built-in panels, as the daemon has set it.
@MainLoop
final class ScreenBrightness {
    private let kit: VideoKit
    /// 0 to 1, by the connection of the display.
    private var values: [ScreenID: Double] = [:]

    init(_ kit: VideoKit) {
        self.kit = kit
    }

    /// Sets the configured brightness, unless it was set already; nil leaves the panel as it is.
    func configure(_ brightness: Double?, of screen: ScreenID) async throws(ScreenError) {
        guard values[screen] != brightness else { return }
        if let brightness { try await kit.setBrightness(brightness, of: screen) }
        values[screen] = brightness
    }

    /// Sets the brightness, also where it was set already: other programs may have changed it.
    func set(_ brightness: Double, of screen: ScreenID) async throws(ScreenError) {
        try await kit.setBrightness(brightness, of: screen)
        values[screen] = brightness
    }

    /// Forgets disconnected displays.
    func forget(except connected: some Collection<ScreenID>) {
        values = values.filter { connected.contains($0.key) }
    }
}
