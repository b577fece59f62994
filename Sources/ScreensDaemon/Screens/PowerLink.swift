import Screens
import ScreensLinux
import ScreensPower

/// The service of power, `screens-power`: its orders, and the adapters that it has reported.
///
/// The daemon opens no CEC adapter: the service is its client. If it is not connected, hangs or ends, the plan of each
/// display goes on without it.
@MainLoop
final class PowerLink {
    /// The values for the service.
    struct Mail: Sendable {
        let orders: [PowerOrder]
        /// The adapters that screens use now.
        let used: [PowerUse]
    }

    /// The most adapters of one machine.
    private static let mostAdapters = 16

    /// The connection of the service, and its process; nil without one.
    private var service: (client: UInt64, process: Int32)?
    private var adapters: [PowerAdapter] = []
    /// The orders that the service has not taken, one at most for each adapter.
    private var orders: [PowerOrder] = []
    /// The last order to each adapter: only this one's answer counts.
    private var awaited: [Awaited] = []
    private var lastNumber = 0
    /// The adapters that screens use, as the service knows them.
    private var sentUses: [PowerUse]?
    private var waiting: CheckedContinuation<Mail, Never>?
    /// The screens whose displays are turned off by CEC, in the order in which they came.
    private var users: [(name: String, power: WeakPower)] = []
    /// The knowledge about each display.
    let known: KnownDisplays

    init(_ known: KnownDisplays) {
        self.known = known
    }

    private struct WeakPower {
        weak var power: ScreenPower?
    }

    private struct Awaited {
        let adapter: String
        let number: Int
        /// The number in the plan of the screen.
        let planned: Int
        let power: WeakPower
    }

    /// The adapter of a screen.
    struct Found {
        /// The adapter; nil if there is none, or if the service has not opened it yet.
        var adapter: PowerAdapter?
        /// The path that the screen uses; nil without one.
        var path: String?
        /// The reason for the absence of an adapter.
        var reason = ""
    }

    /// Returns the adapter of a screen.
    ///
    /// - Parameters:
    ///   - connector: the screen's connector.
    ///   - path: the path that its settings state; nil for the adapter of the connector.
    func adapter(of name: String, at connector: PowerAdapter.Connector?, named path: String?) -> Found {
        guard service != nil else {
            return Found(reason: "screens-power is not connected: it is not installed, or there is no CEC adapter")
        }
        let found = adapters.first { path == nil ? $0.connector != nil && $0.connector == connector : $0.path == path }
        guard let found else {
            return Found(
                reason: path.map { "\($0) does not exist, or screens-power cannot open it" }
                    ?? "no CEC adapter belongs to the connector; cec-adapter names one")
        }
        if let first = users.first(where: { $0.power.power?.adapterPath == found.path }), first.name != name {
            return Found(reason: "\(first.name) has the adapter \(found.path): one bus has one television")
        }
        return found.isOpen
            ? Found(adapter: found, path: found.path)
            : Found(path: found.path, reason: "screens-power has not opened \(found.path) yet")
    }

    /// Begins to inform a screen of its adapter.
    func add(_ power: ScreenPower, of name: String) {
        guard !users.contains(where: { $0.name == name }) else { return }
        users.append((name, WeakPower(power: power)))
    }

    /// Ends the use of an adapter by a screen. Another screen may have it then.
    func remove(_ name: String) {
        guard users.contains(where: { $0.name == name }) else { return }
        users.removeAll { $0.name == name }
        refresh()
    }

    /// Sends the orders of a screen to the service, and the adapters that screens use. An order replaces an older one
    /// to its adapter that the service has not taken, and the answer to an older one.
    func send(_ new: [PowerOrder], of power: ScreenPower) {
        guard service != nil else { return }
        for order in new {
            lastNumber += 1
            orders.removeAll { $0.adapter == order.adapter }
            awaited.removeAll { $0.adapter == order.adapter }
            orders.append(order.numbered(lastNumber))
            awaited.append(
                Awaited(
                    adapter: order.adapter, number: lastNumber, planned: order.number, power: WeakPower(power: power)))
        }
        pass()
    }

    private var uses: [PowerUse] { users.compactMap(\.power.power?.use) }

    private func pass() {
        let uses = uses
        guard let waiting, !orders.isEmpty || uses != sentUses else { return }
        self.waiting = nil
        sentUses = uses
        waiting.resume(returning: Mail(orders: orders, used: uses))
        orders = []
    }

    // MARK: The service

    /// Whether a client may be the service. At most one is connected.
    func accepts(_ client: UInt64) -> Bool { service == nil || service?.client == client && waiting == nil }

    /// Waits for orders, or other adapters that screens use. The first call of a client makes it the service.
    func nextMail(for client: UInt64, of process: Int32) async -> Mail {
        if service == nil { sentUses = nil }
        service = (client, process)
        return await withCheckedContinuation { continuation in
            waiting = continuation
            pass()
        }
    }

    /// Whether a process is the service.
    func isService(_ process: Int32) -> Bool { service?.process == process }

    /// Takes the adapters of the machine.
    func take(_ found: [PowerAdapter]) {
        let found = Array(found.prefix(Self.mostAdapters))
        guard found != adapters else { return }
        adapters = found
        refresh()
    }

    /// Takes that the service carries out an order from now on.
    func begin(_ number: Int, of adapter: String) {
        guard let order = awaited.first(where: { $0.adapter == adapter && $0.number == number }) else { return }
        order.power.power?.take(.begun(order.planned))
    }

    /// Takes the answer to an order. The answer to an older order, or to none, changes nothing.
    func take(_ answer: PowerAnswer, to number: Int, of adapter: String) {
        guard let index = awaited.firstIndex(where: { $0.adapter == adapter && $0.number == number }) else { return }
        let order = awaited.remove(at: index)
        order.power.power?.take(.answered(order.planned, answer))
    }

    /// Takes what a television did by itself.
    func take(_ report: PowerReport, of adapter: String) {
        users.first { $0.power.power?.adapterPath == adapter }?.power.power?.take(.reported(report))
    }

    /// Called when the connection of a client is over.
    func clientLeft(_ client: UInt64) {
        guard service?.client == client else { return }
        service = nil
        adapters = []
        orders = []
        awaited = []
        waiting?.resume(returning: Mail(orders: [], used: []))
        waiting = nil
        refresh()
    }

    private func refresh() {
        for user in users { user.power.power?.refreshAdapter() }
        pass()
    }
}
