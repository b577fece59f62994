import ScreensKMS
import ScreensLinux
import ScreensUdev
import Synchronization

/// The cards of a seat of this machine.
final class SystemCardSource: CardSource {
    private let seat: String
    private let kept: KeptCards?
    private let monitor: Mutex<CardMonitor>
    let changeDescriptor: Int32
    private let sleep: SleepWatch?

    /// Listens for events from now on, so that nothing is missed between a list and the first event.
    ///
    /// - Parameter kept: keeps cards beyond the end of this process; nil if nothing does.
    init(seat: String, _ kept: KeptCards? = nil) throws(ScreenError) {
        let monitor: CardMonitor
        do {
            monitor = try CardMonitor(seat: seat)
        } catch {
            throw ScreenError(.system, operation: error.call, object: "udev", errno: error.errno)
        }
        self.seat = seat
        self.kept = kept
        changeDescriptor = monitor.descriptor
        self.monitor = Mutex(monitor)
        sleep = try? SleepWatch()
    }

    func cards() throws(ScreenError) -> [CardNode] {
        do {
            return try CardEnumeration.cards(seat: seat)
        } catch {
            throw ScreenError(.system, operation: error.call, object: "udev", errno: error.errno)
        }
    }

    func open(_ node: CardNode, access: CardDevice.Access) throws(ScreenError) -> any DisplayCard {
        if let inherited = kept?.open(node) { return inherited }
        return try KMSCard(path: node.path, access: access)
    }

    func keep(_ card: any DisplayCard, of node: CardNode) -> Bool {
        guard let kept, let card = card as? KMSCard else { return false }
        return kept.keep(card, of: node)
    }

    func release(_ node: CardNode) { kept?.release(node) }

    func isFree(_ node: CardNode) -> Bool { CardDevice.isFree(node.path) }

    func closes(of node: CardNode) -> (any CloseReports)? { try? CloseWatch(node.path) }

    func master(of node: CardNode, unless isOwn: Bool) -> CardMaster? {
        DebugfsClients.master(ofCardAt: node.path, unless: isOwn)
    }

    func sysfs(_ node: CardNode) -> SysfsCard? { SysfsCard(node.name) }

    var sleepDescriptor: Int32? { sleep?.descriptor }

    func hasSlept() -> Bool { sleep?.take() ?? false }

    func takeChanges() -> CardMonitor.Batch {
        monitor.withLock { $0.drain() }
    }
}
