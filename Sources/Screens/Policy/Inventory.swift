import KMS

/// Which displays are connected to a card, and since which connection.
///
/// Pure: what the card answered goes in, and what that means comes out, in the order in which it is to be acted on.
struct Inventory: Sendable {
    /// A screen of ours, as it should be.
    struct Lit: Hashable {
        let timings: ModeTimings
        /// Whether CRTC, plane and connector are still set as we set them.
        let isOn: Bool
    }

    /// What has happened to a connector.
    enum Step: Hashable {
        /// Its display has left, or has gone with its dock. Another may come in the same look.
        case left(UInt32, DisplayKey)
        /// Its display says who it is: what is kept for it is to be found under its own key from now on.
        case identified(UInt32, from: DisplayKey, to: DisplayKey)
        /// It is to be lit, and is not as it was left: a modeset is needed.
        case unlit(UInt32)
        /// The same display, and something about it is different.
        case changed(UInt32)
        case came(UInt32)
    }

    private struct Connection {
        let number: UInt64
        /// Who the display has said it is, once it has.
        var identity: ScreenIdentity?
        /// Whether another display had said before that it is this one.
        var isTwin: Bool
        var state: ConnectorState
    }

    /// Which inventory it is: no two give out the same ids.
    let session: UInt64
    private let card: String
    private var connections: [UInt32: Connection] = [:]
    private var lastConnection: UInt64 = 0

    /// - Parameter card: the path of the card.
    init(card: String, session: UInt64) {
        self.card = card
        self.session = session
    }

    /// Takes in what the card answered: who leaves, leaves first.
    ///
    /// A connector with another identity than before has another display: one has left, and one has come. A display that
    /// says who it is only later, or says it in other bytes, is the same. Where nothing has changed there is no step,
    /// whatever the kernel announced, unless a screen is no longer lit.
    ///
    /// - Parameters:
    ///   - lit: the screens of ours, by connector.
    ///   - elsewhere: who displays on other cards have said they are.
    mutating func take(
        _ state: CardState, lit: [UInt32: Lit], elsewhere: Set<ScreenIdentity> = []
    ) -> [Step] {
        let present = state.connectors.filter(\.hasScreen)
        var left = Set(connections.keys).subtracting(present.map(\.id))
        for connector in present {
            if let known = connections[connector.id]?.identity, let identity = connector.identity, known != identity {
                left.insert(connector.id)
            }
        }
        var steps = left.sorted().compactMap { id in key(of: id).map { Step.left(id, $0) } }
        for connector in left { connections[connector] = nil }
        for connector in present {
            guard let known = connections[connector.id] else {
                lastConnection += 1
                let isTwin = hasTwin(connector.identity, elsewhere)
                connections[connector.id] = Connection(
                    number: lastConnection, identity: connector.identity, isTwin: isTwin, state: connector)
                steps.append(.came(connector.id))
                continue
            }
            if let lit = lit[connector.id], !connector.shows(lit, knownModes: known.state.modes) {
                steps.append(.unlit(connector.id))
            }
            if !known.state.isAlike(connector) { steps.append(.changed(connector.id)) }
            connections[connector.id]?.state = connector
            if known.identity == nil, let identity = connector.identity {
                let anonymous = key(of: connector.id)
                let isTwin = hasTwin(identity, elsewhere)
                connections[connector.id]?.isTwin = isTwin
                connections[connector.id]?.identity = identity
                if let anonymous, let own = key(of: connector.id) {
                    steps.append(.identified(connector.id, from: anonymous, to: own))
                }
            }
        }
        return steps
    }

    /// The id of a connector's screen: a new one for each connection, and always the same while nothing is connected.
    func screenID(_ connector: UInt32) -> ScreenID {
        ScreenID(
            card: card, connector: connector, session: session, connection: connections[connector]?.number ?? 0)
    }

    /// Who is connected, though the display may be silent at the moment.
    func identity(_ connector: UInt32) -> ScreenIdentity? { connections[connector]?.identity }

    /// Whether a display was there before that said it is the one on this connector.
    func isTwin(_ connector: UInt32) -> Bool { connections[connector]?.isTwin ?? false }

    /// Who displays have said they are before any other did.
    var identities: Set<ScreenIdentity> { Set(connections.values.lazy.filter { !$0.isTwin }.compactMap(\.identity)) }

    private func hasTwin(_ identity: ScreenIdentity?, _ elsewhere: Set<ScreenIdentity>) -> Bool {
        identity.map { elsewhere.contains($0) || identities.contains($0) } ?? false
    }

    /// What is kept for the display that is connected.
    func key(of connector: UInt32) -> DisplayKey? {
        connections[connector].map {
            DisplayKey(
                identity: $0.identity, connector: Screen.qualifiedName(card: card, connector: $0.state.name),
                isTwin: $0.isTwin)
        }
    }
}

extension ConnectorState {
    /// Whether a display is there that pictures belong on.
    var hasScreen: Bool {
        kind == .display && (status == .connected || status == .unknown && !modes.isEmpty)
    }

    /// Whether it is what it was, whoever drives it.
    fileprivate func isAlike(_ other: ConnectorState) -> Bool {
        status == other.status && modes == other.modes && edid == other.edid && physicalSize == other.physicalSize
            && isLinkBad == other.isLinkBad && possibleCRTCs == other.possibleCRTCs
    }

    /// Whether it still shows what we set, in a mode that its display still has.
    fileprivate func shows(_ lit: Inventory.Lit, knownModes: [ScreenMode]) -> Bool {
        lit.isOn && !isLinkBad
            && currentMode?.timings.hasSameTimings(as: lit.timings) ?? false
            && (modes == knownModes || modes.contains { $0.timings.hasSameTimings(as: lit.timings) })
    }
}
