/// What a display is known by when it comes back: its identity where that is its own, else its connector too.
struct DisplayKey: Sendable, Hashable {
    private let identity: ScreenIdentity?
    private let connector: String?

    /// - Parameters:
    ///   - connector: the connector's name with that of its card.
    ///   - isTwin: whether another display that is connected has said that it is the same one.
    init(identity: ScreenIdentity?, connector: String, isTwin: Bool = false) {
        self.identity = identity
        // Displays without a serial are alike, and adapters copy one display's identity to many connectors: two on one
        // machine must not share their settings.
        self.connector = !isTwin && identity?.hasSerial ?? false ? nil : connector
    }

    init(_ screen: Screen) {
        self.init(identity: screen.identity, connector: screen.qualifiedName, isTwin: screen.isTwin)
    }
}
