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
        /// The GPU is lost until the card is removed and added (`WEDGED`, with any value but `none`).
        case wedged
    }
}

extension CardEvent.Action {
    /// What a message means, or nil where displays have nothing to do with it.
    ///
    /// - Parameters:
    ///   - action: the device's action, such as `change`.
    ///   - property: a property of the message by its name.
    init?(udev action: String, property: (String) -> String?) {
        switch action {
        case "add": self = .added
        case "remove": self = .removed
        case "change":
            // `none` comes after a reset that has helped, of whatever program's job: nobody adds the card again then.
            if let recovery = property("WEDGED"), recovery != "none" {
                self = .wedged
            } else if property("HOTPLUG") == "1" {
                self = .hotplug(connector: property("CONNECTOR").flatMap { UInt32($0) })
            } else {
                return nil
            }
        default: return nil
        }
    }
}
