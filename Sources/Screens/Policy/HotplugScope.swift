import KMS

/// The connectors that hotplugs concern.
enum HotplugScope: Sendable, Hashable {
    /// All of a card's: the kernel names none.
    case all
    /// Those that the kernel names (`CONNECTOR`): only they are probed.
    case only(Set<ConnectorID>)

    /// - Parameter connector: as an event of udev names it; nil where it names none.
    init(connector: UInt32?) {
        self = connector.map { .only([ConnectorID(rawValue: $0)]) } ?? .all
    }

    /// The connectors that either of two events concerns.
    func union(_ other: HotplugScope) -> HotplugScope {
        if case .only(let some) = self, case .only(let others) = other { .only(some.union(others)) } else { .all }
    }

    func names(_ connector: ConnectorID) -> Bool {
        if case .only(let named) = self { named.contains(connector) } else { false }
    }
}
