/// Which cards are used.
public struct CardSelection: Sendable {
    enum Kind: Sendable {
        case system
        case simulated(SimulatedCard)
    }

    let kind: Kind

    /// The cards of this machine's seat.
    public static let system = CardSelection(kind: .system)

    /// A card without hardware, and no other.
    public static func simulated(_ card: SimulatedCard) -> CardSelection {
        CardSelection(kind: .simulated(card))
    }
}
