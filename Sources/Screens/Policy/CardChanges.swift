import ScreensKMS
import ScreensUdev

/// The work that a batch of udev events requires.
///
/// Cards are added and removed in the order of the events. After that each card with a hotplug is read once, however
/// many events it had, since one read sees all changes.
struct CardChanges: Hashable {
    enum Change: Hashable {
        case add(CardNode)
        case remove(CardNode)
        /// The GPU is wedged: the card cannot be used until it is removed.
        case abandon(CardNode)
        /// The GPU was reset: everything that is shown is set again.
        case renew(CardNode)
    }

    private(set) var changes: [Change] = []
    /// The paths of the cards to read again, in order.
    private(set) var rescans: [String] = []
    /// The connectors that the hotplugs of a card concern, by the card's path.
    private(set) var scopes: [String: HotplugScope] = [:]
    /// Whether events were lost. Then every card has to be read, and the list of cards compared with the known ones.
    let rescansAll: Bool

    init(_ batch: CardMonitor.Batch) {
        rescansAll = batch.overflowed
        for event in batch.events {
            let path = event.card.path
            switch event.action {
            case .added: changes.append(.add(event.card))
            case .removed: changes.append(.remove(event.card))
            case .wedged: changes.append(.abandon(event.card))
            case .reset: changes.append(.renew(event.card))
            case .hotplug(let connector):
                rescan(path, HotplugScope(connector: connector))
                continue
            case .propertyChange:
                rescan(path, .unprobed)
                continue
            }
            scopes[path] = nil
            // A removed card cannot be read, and an added card is read anyway.
            rescans.removeAll { $0 == path }
        }
    }

    private mutating func rescan(_ path: String, _ scope: HotplugScope) {
        if !rescans.contains(path) { rescans.append(path) }
        scopes[path] = scopes[path]?.union(scope) ?? scope
    }
}

/// The connectors that a hotplug concerns.
enum HotplugScope: Sendable, Hashable {
    /// All connectors of the card: the kernel names none.
    case all
    /// The connectors that the kernel names (`CONNECTOR`): only these are probed.
    case only(Set<ConnectorID>)
    /// No connector: the display is the same, and the kernel has changed a property.
    case unprobed

    /// - Parameter connector: the connector that a udev event names; nil if it names none.
    init(connector: UInt32?) {
        self = connector.map { .only([ConnectorID(rawValue: $0)]) } ?? .all
    }

    /// The connectors that either of two events concerns.
    func union(_ other: HotplugScope) -> HotplugScope {
        switch (self, other) {
        case (.unprobed, let scope), (let scope, .unprobed): scope
        case (.only(let some), .only(let others)): .only(some.union(others))
        default: .all
        }
    }

    func names(_ connector: ConnectorID) -> Bool {
        if case .only(let named) = self { named.contains(connector) } else { false }
    }
}
