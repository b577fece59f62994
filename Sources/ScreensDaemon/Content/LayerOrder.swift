/// The orders of the layers over a screen's picture, from the lowest to the highest.
enum LayerOrder {
    /// The layers of clients.
    static let ofClients = -1_000_000...1_000_000
    /// The lowest content of the setting `overlay`; the others follow it.
    static let lowestOverlay = ofClients.upperBound + 1
    /// The words of a client.
    static let notification = Int.max - 2
    /// A notice of the daemon.
    static let notice = Int.max - 1
    /// The name of a screen.
    static let name = Int.max
}
