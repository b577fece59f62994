/// What somebody wants a connector to be taken for, whatever is plugged in.
enum ConnectorForce: Sendable, Hashable {
    case on, off

    /// The word in a connector's file `force` in debugfs; nil where nobody wants anything.
    init?(debugfs word: String) {
        switch word {
        case "on", "digital": self = .on
        case "off": self = .off
        default: return nil
        }
    }
}
