import ScreensKMS

/// The connections of displays to a card: their numbers, and the identities by which displays are known.
///
/// The input is the state of the card and the state before. The output is what happened, in the order in which it must
/// be handled.
struct Inventory: Sendable {
    /// The state that this process has set on a connector.
    struct Modeset: Hashable {
        let timings: ModeTimings
        /// Whether the display listed the mode at that time; a custom mode may be in no list.
        let isModeListed: Bool
        /// Whether CRTC, plane and connector are still set as this process set them.
        let isOn: Bool
    }

    /// A change of a connector.
    enum Step: Hashable {
        /// Its display was disconnected, perhaps with a dock. Another display may be connected in the same pass.
        case left(ConnectorID, DisplayKey)
        /// Its display reports its identity or its path only now: its data moves to the new key.
        case identified(ConnectorID, from: DisplayKey, to: DisplayKey)
        /// Its state differs from the state that this process set, or its display no longer lists the mode: a modeset
        /// is needed.
        case overridden(ConnectorID)
        /// Its display is the same and has changed.
        case changed(ConnectorID)
        /// A display was connected.
        case came(ConnectorID)

        var connector: ConnectorID {
            switch self {
            case .left(let connector, _), .identified(let connector, _, _), .overridden(let connector),
                .changed(let connector), .came(let connector):
                connector
            }
        }
    }

    private struct Connection {
        let number: UInt64
        /// The identity that the display reported, once it did.
        var identity: ScreenIdentity?
        /// Whether another display reported the same identity earlier.
        var isTwin: Bool
        /// The connector's path or name, with the card's name.
        var place: String
    }

    /// The number of this inventory, so that no two inventories make the same ids.
    let session: UInt64
    private let card: String
    private var connections: [ConnectorID: Connection] = [:]
    private var lastConnection: UInt64 = 0

    /// - Parameter card: the path of the card.
    init(card: String, session: UInt64) {
        self.card = card
        self.session = session
    }

    /// Takes a new state of the card. Disconnects come first.
    ///
    /// If a connector reports another identity than before, its display was disconnected and another one connected. A
    /// display that reports its identity late, or the same identity in other bytes, is the same display. A read without
    /// a change yields no steps, even after an event, unless a modeset is overridden.
    ///
    /// - Parameters:
    ///   - former: the state of each connector so far.
    ///   - modesets: the modesets of this process that count, by connector.
    ///   - elsewhere: the identities of displays on other cards.
    ///   - keptPlaces: the places of the displays that were the first to report an identity that others report too.
    ///     Another display that reports it is a twin, even if the first one is away.
    mutating func take(
        _ state: CardState, after former: [ConnectorID: ConnectorState], modesets: [ConnectorID: Modeset],
        elsewhere: Set<ScreenIdentity> = [], keptPlaces: [ScreenIdentity: String] = [:]
    ) -> [Step] {
        func hasTwin(_ identity: ScreenIdentity?, _ connector: ConnectorState) -> Bool {
            guard let identity else { return false }
            return elsewhere.contains(identity) || identityOwners[identity] != nil
                || keptPlaces[identity].map { $0 != place(of: connector) } ?? false
        }

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
                let isTwin = hasTwin(connector.identity, connector)
                connections[connector.id] = Connection(
                    number: lastConnection, identity: connector.identity, isTwin: isTwin, place: place(of: connector))
                steps.append(.came(connector.id))
                continue
            }
            if let modeset = modesets[connector.id], !connector.shows(modeset) {
                steps.append(.overridden(connector.id))
            }
            if let before = former[connector.id], !before.isAlike(connector) { steps.append(.changed(connector.id)) }
            let formerKey = key(of: connector.id)
            // A connection has one path. If it is missing, the blob was gone between two calls.
            let place = connector.path == nil ? known.place : place(of: connector)
            connections[connector.id]?.place = place
            if known.identity == nil, let identity = connector.identity {
                let isTwin = hasTwin(identity, connector)
                connections[connector.id]?.isTwin = isTwin
                connections[connector.id]?.identity = identity
            }
            if let formerKey, let own = key(of: connector.id), own != formerKey {
                steps.append(.identified(connector.id, from: formerKey, to: own))
            }
        }
        return steps
    }

    /// The id of a connector's screen: a new one for each connection, and always the same one while no display is
    /// connected.
    func screenID(_ connector: ConnectorID) -> ScreenID {
        ScreenID(
            card: card, connector: connector, session: session, connection: connections[connector]?.number ?? 0
        )
    }

    /// The identity of the connected display, even if the display does not report it at the moment.
    func identity(_ connector: ConnectorID) -> ScreenIdentity? { connections[connector]?.identity }

    /// Whether another display reported the same identity before the display on this connector did.
    func isTwin(_ connector: ConnectorID) -> Bool { connections[connector]?.isTwin ?? false }

    /// The identities of the displays that were the first to report them, with their places.
    var identityOwners: [ScreenIdentity: String] {
        let first = connections.values.filter { !$0.isTwin }
        return Dictionary(
            first.compactMap { first in first.identity.map { ($0, first.place) } }
        ) { first, _ in first }
    }

    /// The identities that displays report although others reported them earlier.
    var sharedIdentities: Set<ScreenIdentity> {
        Set(connections.values.lazy.filter(\.isTwin).compactMap(\.identity))
    }

    /// The connector of a display, which is part of its key: ``ConnectorState/path`` or the name, with the card's name.
    func place(of connector: ConnectorState) -> String {
        Screen.qualifiedName(card: card, connector: connector.path ?? connector.name)
    }

    /// The key for the data of the connected display.
    func key(of connector: ConnectorID) -> DisplayKey? {
        connections[connector].map {
            DisplayKey(identity: $0.identity, connector: $0.place, isTwin: $0.isTwin)
        }
    }
}

extension ConnectorState {
    /// Whether the connector is an HDMI port, by the kernel's name for it.
    var isHDMI: Bool { ConnectorType(ofConnector: name)?.isHDMI ?? false }

    /// Whether a display is connected that shows pictures.
    var hasScreen: Bool {
        kind == .display && (status == .connected || status == .unknown && !modes.isEmpty)
    }

    /// Whether the display is unchanged, no matter which program drives it.
    fileprivate func isAlike(_ other: ConnectorState) -> Bool {
        status == other.status && modes == other.modes && edid == other.edid && physicalSize == other.physicalSize
            && isLinkBad == other.isLinkBad && possibleCRTCs == other.possibleCRTCs
    }

    /// Whether the connector is still in the mode that this process set, and its display still has that mode.
    fileprivate func shows(_ modeset: Inventory.Modeset) -> Bool {
        guard modeset.isOn, !isLinkBad, currentMode?.timings.hasSameTimings(as: modeset.timings) ?? false else {
            return false
        }
        return modeset.isModeListed
            ? modes.contains { $0.timings.hasSameTimings(as: modeset.timings) } : !modes.isEmpty
    }
}
