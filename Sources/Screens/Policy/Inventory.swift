/// Which displays are connected to a card, and since which connection.
///
/// Pure: what the card answered goes in, what that means comes out.
struct Inventory: Sendable {
    private var connections: [UInt32: UInt64] = [:]
    private var lastConnection: UInt64 = 0

    /// Takes in what the card answered.
    ///
    /// - Returns: the connectors whose display has left, those that vanished with their dock among them.
    mutating func update(with state: CardState) -> Set<UInt32> {
        let present = Set(state.connectors.filter(\.hasScreen).map(\.id))
        let left = Set(connections.keys).subtracting(present)
        for connector in left { connections[connector] = nil }
        for connector in present.sorted() where connections[connector] == nil {
            lastConnection += 1
            connections[connector] = lastConnection
        }
        return left
    }

    /// The id of a connector's screen: a new one for each connection, and always the same while nothing is connected.
    func screenID(card: String, connector: UInt32) -> ScreenID {
        ScreenID(card: card, connector: connector, connection: connections[connector] ?? 0)
    }
}

extension ConnectorState {
    /// Whether a display is there that pictures belong on.
    var hasScreen: Bool {
        kind == .display && (status == .connected || status == .unknown && !modes.isEmpty)
    }
}
