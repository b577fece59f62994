import ScreensKMS
import ScreensLinux
import ScreensUdev
import Synchronization

@testable import Screens

/// The only cards of a machine, with the events that a test sends.
final class SeveralCards: CardSource {
    private let all: [FaultyCard]
    private let counter: EventCounter
    private let events = Mutex<[CardEvent]>([])

    init(_ cards: [FaultyCard]) {
        all = cards
        do { counter = try EventCounter(for: "a test") } catch { fatalError("\(error)") }
    }

    /// Sends an `add` of a card.
    func add(_ card: FaultyCard) {
        events.withLock { $0.append(CardEvent(action: .added, card: card.simulated.node)) }
        counter.add()
    }

    func cards() throws(ScreenError) -> [CardNode] { all.map(\.simulated.node) }

    func open(_ node: CardNode, access: CardDevice.Access) throws(ScreenError) -> any DisplayCard {
        guard let card = all.first(where: { $0.simulated.node == node }) else {
            throw ScreenError(.cardLost, operation: "open", object: node.path)
        }
        return card
    }

    var changeDescriptor: Int32 { counter.descriptor }

    func takeChanges() -> CardMonitor.Batch {
        counter.take()
        var batch = CardMonitor.Batch()
        batch.events = events.withLock { events in
            defer { events = [] }
            return events
        }
        return batch
    }
}
