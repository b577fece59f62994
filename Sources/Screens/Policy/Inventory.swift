/// Which displays are connected to a card, and since which connection.
///
/// Pure: what the card answered goes in, what that means comes out.
struct Inventory: Sendable {
    private struct Connection {
        let number: UInt64
        /// Who the display has said it is, once it has.
        var identity: ScreenIdentity?
    }

    /// Which inventory it is: no two give out the same ids.
    let session: UInt64
    private var connections: [UInt32: Connection] = [:]
    private var lastConnection: UInt64 = 0

    init(session: UInt64) {
        self.session = session
    }

    /// Takes in what the card answered.
    ///
    /// A connector with another identity than before has another display: one has left, and one has come. A display that
    /// says who it is only later, or says it in other bytes, is the same.
    ///
    /// - Returns: the connectors whose display has left, those that vanished with their dock among them.
    mutating func update(with state: CardState) -> Set<UInt32> {
        let present = state.connectors.filter(\.hasScreen)
        var left = Set(connections.keys).subtracting(present.map(\.id))
        for connector in present {
            if let known = connections[connector.id]?.identity, let identity = connector.identity, known != identity {
                left.insert(connector.id)
            }
        }
        for connector in left { connections[connector] = nil }
        for connector in present {
            if connections[connector.id] == nil {
                lastConnection += 1
                connections[connector.id] = Connection(number: lastConnection)
            }
            if let identity = connector.identity { connections[connector.id]?.identity = identity }
        }
        return left
    }

    /// The id of a connector's screen: a new one for each connection, and always the same while nothing is connected.
    func screenID(card: String, connector: UInt32) -> ScreenID {
        ScreenID(
            card: card, connector: connector, session: session, connection: connections[connector]?.number ?? 0)
    }
}

extension ConnectorState {
    /// Whether a display is there that pictures belong on.
    var hasScreen: Bool {
        kind == .display && (status == .connected || status == .unknown && !modes.isEmpty)
    }
}
