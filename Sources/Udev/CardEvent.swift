/// What udev says of a card.
public struct CardEvent: Sendable, Hashable {
    public let action: Action
    public let card: CardNode

    public init(action: Action, card: CardNode) {
        self.action = action
        self.card = card
    }

    /// The kinds of event that concern displays.
    public enum Action: Sendable, Hashable {
        /// The card has come.
        case added
        /// The card has gone.
        case removed
        /// Look again (`HOTPLUG=1`); at one connector where the kernel says which (`CONNECTOR`).
        case hotplug(connector: UInt32?)
        /// The GPU is lost until the card is removed and added (`WEDGED`).
        case wedged
    }
}
