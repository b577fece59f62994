/// A card as it answers when it is asked.
struct CardState: Sendable, Hashable {
    /// In the card's own order.
    var connectors: [ConnectorState]
    let crtcCount: Int
    /// Whether the hardware was asked and did not only say what it knew.
    let isFresh: Bool
}
