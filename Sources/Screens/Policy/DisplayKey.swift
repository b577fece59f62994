/// What a display is known by when it comes back: its identity where that is its own, else its connector too.
struct DisplayKey: Sendable, Hashable {
    private let identity: ScreenIdentity?
    private let connector: String?

    /// - Parameter connector: the connector's name with that of its card.
    init(identity: ScreenIdentity?, connector: String) {
        self.identity = identity
        // Displays without a serial are alike: two of them on one machine must not share their settings.
        self.connector = identity?.hasSerial ?? false ? nil : connector
    }

    init(_ screen: Screen) {
        self.init(identity: screen.identity, connector: screen.qualifiedName)
    }
}
