import Glibc
import ScreensKMS
import ScreensLinux
import ScreensUdev
import Synchronization

/// A card that the host has opened: by libseat, by logind, or by a lease.
///
/// Pass it to ``CardSelection/opened(_:)``. The host manages its mastership: call ``VideoKit/pause()`` before the
/// mastership ends, and ``VideoKit/resume()`` when it is back.
public final class OpenedCard: Sendable {
    let node: CardNode
    private let file: OwnedDescriptor

    /// Duplicates the descriptor. The host keeps its own, and may close it. The open file, which both share, becomes
    /// non-blocking.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` if it is not an open card,
    ///   ``ScreenError/Code/system`` if the process has no descriptors left.
    public init(descriptor: Int32) throws(ScreenError) {
        guard let device = DeviceNumber(of: descriptor), let node = CardEnumeration.card(device: device.rawValue) else {
            throw ScreenError(
                .invalidArgument, operation: "use", object: "descriptor \(descriptor)",
                circumstances: "it is not an open card",
                remedy: "open a node such as /dev/dri/card0, or take a lease on one"
            )
        }
        self.node = node
        do {
            file = try OwnedDescriptor(duplicating: descriptor)
        } catch {
            throw ScreenError(.system, operation: "use", object: "descriptor \(descriptor)", errno: error.errno)
        }
    }

    func open() throws(ScreenError) -> any DisplayCard {
        let copy = try ScreenError.mapping { () throws(SystemError) in
            try OwnedDescriptor(duplicating: file.rawValue)
        }
        do {
            return KMSCard(try CardDevice(adopting: copy, path: node.path))
        } catch {
            throw ScreenError(error, operation: "use", object: node.path)
        }
    }
}

/// The cards that the host has opened, and no others.
final class OpenedCardSource: CardSource {
    private let opened: [OpenedCard]
    private let monitor: Mutex<CardMonitor>
    /// The paths of the removed cards. Their descriptors stay dead, even if a card is added in their place.
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

    /// Reports closes: the host manages the mastership, and the program that closes the card may be one to which the
    /// host passed it.
    func closes(of node: CardNode) -> (any CloseReports)? { try? CloseWatch(node.path) }

    func master(of node: CardNode, unless isOwn: Bool) -> CardMaster? {
        DebugfsClients.master(ofCardAt: node.path, unless: isOwn)
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
