import Udev

/// What udev's messages of one wake-up ask for.
///
/// Pure. Cards come and go in the order of the messages; looking comes after that, once for each card: what there is to
/// see is seen at once, however many messages there were.
struct CardChanges: Hashable {
    enum Change: Hashable {
        case add(CardNode)
        case remove(CardNode)
        /// Its GPU is lost: nothing can be asked of it until it is removed.
        case abandon(CardNode)
    }

    private(set) var changes: [Change] = []
    /// The paths of the cards to look at, in order.
    private(set) var looks: [String] = []
    /// Messages were lost: every card is to be looked at, and those that are there are to be compared with those known.
    let isEverythingUncertain: Bool

    init(_ batch: CardMonitor.Batch) {
        isEverythingUncertain = batch.overflowed
        for event in batch.events {
            let path = event.card.path
            switch event.action {
            case .added: changes.append(.add(event.card))
            case .removed: changes.append(.remove(event.card))
            case .wedged: changes.append(.abandon(event.card))
            case .hotplug:
                if !looks.contains(path) { looks.append(path) }
                continue
            }
            // A card that has gone is not looked at, and one that has come is looked at anyway.
            looks.removeAll { $0 == path }
        }
    }
}
