import KMS
import Synchronization
import Udev

/// The cards that the host has opened, and no others.
final class OpenedCardSource: CardSource {
    private let opened: [OpenedCard]
    private let monitor: Mutex<CardMonitor>
    /// The paths of the removed ones: their descriptors stay dead, even where a card is added in their place.
    private let removed = Mutex<Set<String>>([])
    let changeDescriptor: Int32

    init(_ opened: [OpenedCard]) throws(ScreenError) {
        guard Set(opened.map(\.node)).count == opened.count else {
            throw ScreenError(.invalidArgument, operation: "use", object: "a card twice")
        }
        let monitor: CardMonitor
        do {
            monitor = try CardMonitor(seat: nil)
        } catch {
            throw ScreenError(.system, operation: error.call, object: "udev", errno: error.errno)
        }
        self.opened = opened
        changeDescriptor = monitor.descriptor
        self.monitor = Mutex(monitor)
    }

    func cards() throws(ScreenError) -> [CardNode] {
        removed.withLock { removed in opened.map(\.node).filter { !removed.contains($0.path) } }
    }

    func open(_ node: CardNode, access: CardDevice.Access) throws(ScreenError) -> any DisplayCard {
        guard try cards().contains(node), let card = opened.first(where: { $0.node == node }) else {
            throw ScreenError(.cardLost, operation: "use", object: node.path)
        }
        return try card.open()
    }

    func takeChanges() -> CardMonitor.Batch {
        var batch = monitor.withLock { $0.drain() }
        batch.events.removeAll { event in
            event.action == .added || !opened.contains { $0.node.path == event.card.path }
        }
        for event in batch.events where event.action == .removed {
            removed.withLock { _ = $0.insert(event.card.path) }
        }
        return batch
    }
}
