import Screens

/// Draws nothing, once.
final class StillDelegate: VideoKitDelegate {
    func updateExternalView(_ view: inout ExternalView) { view.nextUpdate = .whenNeeded }
}

extension VideoKit {
    /// A kit that is started on one card with other settings, and draws nothing.
    static func still(on card: SimulatedCard, _ change: (inout Settings) -> Void) async throws -> VideoKit {
        var settings = Settings()
        settings.cards = .simulated(card)
        change(&settings)
        let kit = try VideoKit(settings: settings) { $0.nextUpdate = .whenNeeded }
        try await kit.start()
        return kit
    }
}
