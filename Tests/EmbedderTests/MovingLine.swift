import Screens

/// Draws a line that moves to the right by a pixel with each frame.
final class MovingLine: VideoKitDelegate {
    private let color: Color

    init(color: Color = .white) {
        self.color = color
    }

    func updateExternalView(_ view: inout ExternalView) {
        let x = Int(view.timing.number) % view.bounds.width
        view.fill(Rectangle(x: x - 1, y: 0, width: 1, height: view.bounds.height), with: .black)
        view.fill(Rectangle(x: x, y: 0, width: 1, height: view.bounds.height), with: color)
    }
}

extension VideoKit {
    /// Starts a kit on one card.
    static func started(_ delegate: some VideoKitDelegate, on card: SimulatedCard) async throws -> VideoKit {
        var settings = Settings()
        settings.cards = .simulated(card)
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        return kit
    }
}
