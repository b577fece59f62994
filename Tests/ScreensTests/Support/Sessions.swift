@testable import Screens

extension SharedState {
    /// Makes the state of a kit that draws at each refresh.
    init(_ settings: VideoKit.Settings, delegate: DelegateReference?) {
        self.init(
            SessionSettings(settings, cadence: .interval(1), delegate: delegate), backlights: settings.backlights)
    }
}

extension CardSession {
    /// Makes the session of one card, without others that depend on it.
    init(of card: FaultyCard, _ shared: SharedState) throws {
        try self.init(node: card.simulated.node, source: card, shared: shared, isPaused: false) { _ in }
    }
}

extension VideoKit {
    /// Starts a kit on one card that draws one colour.
    static func started(
        _ card: SimulatedCard, _ change: (inout Settings) -> Void = { _ in }
    ) async throws -> VideoKit {
        var settings = Settings()
        settings.cards = .simulated(card)
        change(&settings)
        let kit = try VideoKit(settings: settings) { $0.backgroundColor = Color(rgb: 0x112233) }
        try await kit.start()
        return kit
    }

    /// Starts a kit on one card.
    static func started(
        _ delegate: some VideoKitDelegate, _ card: SimulatedCard, _ change: (inout Settings) -> Void = { _ in }
    ) async throws -> VideoKit {
        var settings = Settings()
        settings.cards = .simulated(card)
        change(&settings)
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        return kit
    }
}
