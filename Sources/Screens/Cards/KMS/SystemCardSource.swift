import KMS
import Linux
import Synchronization
import Udev

/// The cards of a seat of this machine.
final class SystemCardSource: CardSource {
    private let seat: String
    private let monitor: Mutex<CardMonitor>
    let changeDescriptor: Int32

    /// Listens from now on, so that nothing is missed between a list and the first event.
    init(seat: String) throws(ScreenError) {
        let monitor: CardMonitor
        do {
            monitor = try CardMonitor(seat: seat)
        } catch {
            throw ScreenError(.system, operation: error.call, object: "udev", errno: error.errno)
        }
        self.seat = seat
        changeDescriptor = monitor.descriptor
        self.monitor = Mutex(monitor)
    }

    func cards() throws(ScreenError) -> [CardNode] {
        do {
            return try CardEnumeration.cards(seat: seat)
        } catch {
            throw ScreenError(.system, operation: error.call, object: "udev", errno: error.errno)
        }
    }

    func open(_ node: CardNode, access: CardDevice.Access) throws(ScreenError) -> any DisplayCard {
        try KMSCard(path: node.path, access: access)
    }

    func isFree(_ node: CardNode) -> Bool { CardDevice.isFree(node.path) }

    func closes(of node: CardNode) -> CloseWatch? { try? CloseWatch(node.path) }

    func sysfs(_ node: CardNode) -> SysfsCard? { SysfsCard(node.name) }

    func takeChanges() -> CardMonitor.Batch {
        monitor.withLock { $0.drain() }
    }
}
