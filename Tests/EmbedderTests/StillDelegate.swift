import Screens

/// A delegate that is called once and draws nothing.
final class StillDelegate: VideoKitDelegate {
    func updateExternalView(_ view: inout ExternalView) { view.nextUpdate = .whenNeeded }
}

extension VideoKit {
    /// Starts a kit on one card with changed settings and a delegate that draws nothing.
    static func still(on card: SimulatedCard, _ change: (inout Settings) -> Void) async throws -> VideoKit {
        var settings = Settings()
        settings.cards = .simulated(card)
        change(&settings)
        let kit = try VideoKit(settings: settings) { $0.nextUpdate = .whenNeeded }
        try await kit.start()
        return kit
    }
}
