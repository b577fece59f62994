import KMS
import Linux
import Udev

/// Simulated cards as the only ones.
final class SimulatedCardSource: CardSource {
    private let simulated: [SimulatedCard]
    private let hotplugs: HotplugCounter

    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` where they go by several clocks.
    init(cards: [SimulatedCard]) throws(ScreenError) {
        if let other = cards.first(where: { $0.time.manual !== cards.first?.time.manual }) {
            throw ScreenError(
                .invalidArgument, operation: "use", object: other.path,
                remedy: "cards that are used together need the same clock")
        }
        simulated = cards
        hotplugs = try HotplugCounter()
        for card in cards { card.announceHotplugs(to: hotplugs) }
    }

    func cards() throws(ScreenError) -> [CardNode] { simulated.map(\.node) }

    func open(_ node: CardNode, access: CardDevice.Access) throws(ScreenError) -> any DisplayCard {
        guard let card = simulated.first(where: { $0.node == node }) else {
            throw ScreenError(.cardLost, operation: "open", object: node.path)
        }
        return card
    }

    var changeDescriptor: Int32 { hotplugs.descriptor }

    func takeChanges() -> CardMonitor.Batch {
        var batch = CardMonitor.Batch()
        if hotplugs.take() {
            batch.events = simulated.map { CardEvent(action: .hotplug(connector: nil), card: $0.node) }
        }
        return batch
    }
}

/// Announces to one listener of a simulated card that a display was plugged or unplugged.
final class HotplugCounter: Sendable {
    private let event: EventCounter

    init() throws(ScreenError) {
        event = try ScreenError.mapping { () throws(SystemError) in try EventCounter(for: "a simulated card") }
    }

    /// Becomes readable when there was a hotplug.
    var descriptor: Int32 { event.descriptor }

    func give() {
        event.add()
    }

    /// Whether there was one since the last call.
    func take() -> Bool { event.take() > 0 }
}
