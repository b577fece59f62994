import ScreensKMS
import ScreensLinux
import ScreensUdev
import Synchronization

/// A source of simulated cards and no others.
final class SimulatedCardSource: CardSource {
    private let simulated: [SimulatedCard]
    private let events: CardEventQueue

    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` if they use several clocks.
    init(cards: [SimulatedCard]) throws(ScreenError) {
        if let other = cards.first(where: { $0.time.manual !== cards.first?.time.manual }) {
            throw ScreenError(
                .invalidArgument, operation: "use", object: other.path,
                remedy: "cards that are used together need the same clock")
        }
        simulated = cards
        events = try CardEventQueue()
        for card in cards { card.announceHotplugs(to: events) }
    }

    func cards() throws(ScreenError) -> [CardNode] { simulated.map(\.node) }

    func open(_ node: CardNode, access: CardDevice.Access) throws(ScreenError) -> any DisplayCard {
        guard let card = simulated.first(where: { $0.node == node }) else {
            throw ScreenError(.cardLost, operation: "open", object: node.path)
        }
        return SimulatedOpening(of: card, access)
    }

    func isFree(_ node: CardNode) -> Bool { simulated.first { $0.node == node }?.mastership.isFree ?? false }

    func closes(of node: CardNode) -> (any CloseReports)? {
        guard let card = simulated.first(where: { $0.node == node }), let watch = try? SimulatedCloseWatch() else {
            return nil
        }
        card.mastership.watch(watch)
        return watch
    }

    var changeDescriptor: Int32 { events.descriptor }

    var sleepDescriptor: Int32? { events.sleepDescriptor }

    func hasSlept() -> Bool { events.hasSlept() }

    func takeChanges() -> CardMonitor.Batch {
        var batch = CardMonitor.Batch()
        batch.events = events.take()
        return batch
    }
}

/// The events of simulated cards and their machine for one listener.
final class CardEventQueue: Sendable {
    private let counter: EventCounter
    private let wakes: EventCounter
    private let events = Mutex<[CardEvent]>([])

    init() throws(ScreenError) {
        counter = try ScreenError.mapping { () throws(SystemError) in try EventCounter(for: "a simulated card") }
        wakes = try ScreenError.mapping { () throws(SystemError) in try EventCounter(for: "a simulated machine") }
    }

    /// A descriptor that becomes readable when there was an event.
    var descriptor: Int32 { counter.descriptor }

    /// A descriptor that becomes readable when the machine has slept.
    var sleepDescriptor: Int32 { wakes.descriptor }

    /// Whether the machine has slept since the last call.
    func hasSlept() -> Bool { wakes.take() > 0 }

    func wake() { wakes.add() }

    func give(_ event: CardEvent) {
        events.withLock { $0.append(event) }
        counter.add()
    }

    /// The events since the last call.
    func take() -> [CardEvent] {
        counter.take()
        return events.withLock { events in
            defer { events = [] }
            return events
        }
    }
}
