import Screens
import ScreensLinux
import ScreensPower

/// The service of power, `screens-power`: its orders, and the adapters that it has reported.
///
/// The daemon opens no CEC adapter: the service is its client. If it is not connected, hangs or ends, the plan of each
/// display goes on without it.
@MainLoop
final class PowerLink {
    /// The most orders that wait for the service. Each display has few of them.
    private static let mostOrders = 64
    /// The most adapters of one machine.
    private static let mostAdapters = 16
    /// The most displays that are remembered.
    private static let mostDisplays = 256

    /// The connection of the service, and its process; nil without one.
    private var service: (client: UInt64, process: Int32)?
    private var adapters: [PowerAdapter] = []
    private var orders: [PowerOrder] = []
    private var waiting: CheckedContinuation<[PowerOrder], Never>?
    /// The screens whose displays are turned off by CEC, in the order in which they came.
    private var users: [(name: String, power: WeakPower)] = []
    /// The knowledge about each display.
    private var learned: [DisplayKey: LearnedPower] = [:]

    private struct WeakPower {
        weak var power: ScreenPower?
    }

    /// The adapter of a screen, and the reason if it has none.
    ///
    /// - Parameters:
    ///   - connector: the screen's connector.
    ///   - path: the path that its settings state; nil for the adapter of the connector.
    func adapter(
        of name: String, at connector: PowerAdapter.Connector?, named path: String?
    ) -> (adapter: PowerAdapter?, reason: String) {
        guard service != nil else {
            return (nil, "screens-power is not connected: it is not installed, or there is no CEC adapter")
        }
        let found = adapters.first { path == nil ? $0.connector != nil && $0.connector == connector : $0.path == path }
        guard let found else {
            let reason =
                path.map { "\($0) does not exist, or screens-power cannot open it" }
                ?? "no CEC adapter belongs to the connector; cec-adapter names one"
            return (nil, reason)
        }
        if let first = users.first(where: { $0.power.power?.adapterPath == found.path }), first.name != name {
            return (nil, "\(first.name) has the adapter \(found.path): one bus has one television")
        }
        return (found, "")
    }

    /// Begins to inform a screen of its adapter.
    func add(_ power: ScreenPower, of name: String) {
        guard !users.contains(where: { $0.name == name }) else { return }
        users.append((name, WeakPower(power: power)))
    }

    func remove(_ name: String) { users.removeAll { $0.name == name } }

    /// The knowledge about a display.
    func knowledge(of display: DisplayKey) -> LearnedPower { learned[display] ?? LearnedPower() }

    func keep(_ knowledge: LearnedPower, of display: DisplayKey) {
        if learned.count >= Self.mostDisplays { learned = [:] }
        learned[display] = knowledge
    }

    /// Sends orders to the service.
    func send(_ new: [PowerOrder]) {
        guard service != nil, !new.isEmpty else { return }
        orders += new
        if orders.count > Self.mostOrders { orders.removeFirst(orders.count - Self.mostOrders) }
        pass()
    }

    private func pass() {
        guard !orders.isEmpty, let waiting else { return }
        self.waiting = nil
        waiting.resume(returning: orders)
        orders = []
    }

    // MARK: The service

    /// Whether a client may be the service. At most one is connected.
    func accepts(_ client: UInt64) -> Bool { service == nil || service?.client == client && waiting == nil }

    /// Waits for orders. The first call of a client makes it the service.
    func nextOrders(for client: UInt64, of process: Int32) async -> [PowerOrder] {
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
        adapters = Array(found.prefix(Self.mostAdapters))
        refresh()
    }

    /// Takes the answer to an order.
    func take(_ answer: PowerAnswer, to number: Int, of adapter: String) {
        user(of: adapter)?.take(.answered(number, answer))
    }

    /// Takes what a television did by itself.
    func take(_ report: PowerReport, of adapter: String) { user(of: adapter)?.take(.reported(report)) }

    /// Called when the connection of a client is over.
    func clientLeft(_ client: UInt64) {
        guard service?.client == client else { return }
        service = nil
        adapters = []
        orders = []
        waiting?.resume(returning: [])
        waiting = nil
        refresh()
    }

    private func refresh() { for user in users { user.power.power?.refreshAdapter() } }

    private func user(of adapter: String) -> ScreenPower? {
        users.first { $0.power.power?.adapterPath == adapter }?.power.power
    }
}
