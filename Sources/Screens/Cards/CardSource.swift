import KMS
import Synchronization
import Udev

/// Where cards come from.
protocol CardSource: Sendable {
    /// The cards that are there now, in order.
    func cards() throws(ScreenError) -> [CardNode]

    /// Opens a card. It is closed when it is released.
    func open(_ node: CardNode, access: CardDevice.Access) throws(ScreenError) -> any DisplayCard

    /// Becomes readable when there are events to take.
    var changeDescriptor: Int32 { get }

    /// The events of the cards since the last call.
    func takeChanges() -> CardMonitor.Batch
}

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

    func takeChanges() -> CardMonitor.Batch {
        monitor.withLock { $0.drain() }
    }
}
