import Screens
import Testing

/// Settings that arrive just before the first picture is shown.
@Suite struct EarlySettingsTests {
    /// The settings arrive at any moment of the first modeset: that modeset does not fulfil them, and the next one
    /// does.
    @Test func anotherModeCausesNoWarning() async throws {
        for _ in 0..<40 {
            let card = try SimulatedCard(screens: [SimulatedScreen("64x48@60", "96x64@60", "128x96@60")])
            var settings = VideoKit.Settings()
            settings.cards = .simulated(card)
            let kit = try VideoKit(settings: settings) { $0.nextUpdate = .whenNeeded }
            let events = kit.events
            let reader = Task { () async throws -> [String] in
                var warnings: [String] = []
                for await event in events {
                    switch event {
                    case .warning(_, let message): warnings.append(message)
                    case .snapshot(let screens):
                        guard let screen = screens.first, let mode = screen.availableModes.last else { continue }
                        var settings = ScreenSettings()
                        settings.mode = .exact(mode)
                        #expect(try await kit.apply(settings, to: screen.id) == .set)
                    case .changed(let screen, _) where screen.currentMode?.width == 128: return warnings
                    default: continue
                    }
                }
                return warnings
            }
            try await kit.start()
            #expect(try await reader.value == [])
            await kit.stop()
        }
    }
}
