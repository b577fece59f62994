/// Whether a card is held as its master: as long as something is requested on one of its connectors. Pure.
///
/// A card that is held without a request keeps a compositor that starts later from its displays, and the kernel's console
/// from coming back.
enum CardHold: Sendable, Hashable {
    /// Something is requested.
    case held
    /// Only the content of displays that have left is kept, until then.
    case heldUntil(MonotonicTime)
    /// Nothing is requested.
    case free

    /// A connector, with the settings of its display, or of the one that left it last.
    struct Connector: Sendable, Hashable {
        /// Whether the card still has it: those of a dock leave with their displays.
        var isPresent = true
        /// Whether a display is connected that can show pictures.
        var isConnected: Bool
        /// Whether that display is driven by the settings, or was until it left.
        var isSelected: Bool
        /// Whether it is turned off on purpose. The console enables it after the next plug if the card is free then.
        var isOff = false
        /// Whether the settings keep the connector for a display that is to come; nil where they do not say.
        var isReserved: Bool?
        /// When the content of the display ends that left.
        var contentEnd: MonotonicTime?
        /// Whether another program has it by a lease, which would end with the mastership.
        var isLeased = false
    }

    /// - Parameter now: content that has ended by then requests nothing.
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
