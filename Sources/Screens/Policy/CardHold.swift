/// Whether a card is held as its master: as long as something is requested on one of its connectors. Pure.
///
/// A card that is held without a request would keep a compositor that starts later away from its displays, and the
/// kernel's console from coming back.
enum CardHold: Sendable, Hashable {
    /// Something is requested.
    case held
    /// Nothing but the content of displays that have left is kept, until the given time.
    case heldUntil(MonotonicTime)
    /// Nothing is requested.
    case free

    /// A connector with the settings of its display, or of the display that left it last.
    struct Connector: Sendable, Hashable {
        /// Whether the card still has the connector: the connectors of a dock leave with their displays.
        var isPresent = true
        /// Whether a display is connected that can show pictures.
        var isConnected: Bool
        /// Whether the settings drive that display, or did until it left.
        var isSelected: Bool
        /// Whether the display is turned off on purpose. The console enables it after the next plug if the card is free
        /// then.
        var isOff = false
        /// Whether the settings keep the connector for a display to come; nil if they do not say.
        var isReserved: Bool?
        /// The time at which the content of the display that left ends.
        var contentEnd: MonotonicTime?
        /// Whether another program has the connector by a lease, which would end with the mastership.
        var isLeased = false
    }

    /// - Parameter now: the present time; content that has ended by then requests nothing.
    init(for connectors: some Sequence<Connector>, at now: MonotonicTime) {
        var latest: MonotonicTime?
        for connector in connectors {
            if connector.isRequested {
                self = .held
                return
            }
            if let end = connector.keptUntil, end > now { latest = max(latest ?? end, end) }
        }
        self = latest.map { .heldUntil($0) } ?? .free
    }
}

extension CardHold.Connector {
    fileprivate var isRequested: Bool {
        if isLeased { return true }
        if isConnected { return isSelected }
        guard isPresent else { return false }
        return isReserved ?? (isSelected && isOff)
    }

    fileprivate var keptUntil: MonotonicTime? { isConnected || !isSelected ? nil : contentEnd }
}
