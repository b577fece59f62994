import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensPower
import ScreensVarlink

/// The calls of the service of power, `screens-power`.
@MainLoop
final class PowerCalls {
    private let link: PowerLink

    init(_ link: PowerLink) {
        self.link = link
    }

    /// `PowerOrders`: answered when there are orders, or when screens use other adapters.
    func orders(_ call: Call, _ caller: Caller) async throws(VarlinkError) -> Reply {
        // No event would end its place as the service.
        guard !caller.hasLeft, !Task.isCancelled else { throw ManagerError.failed("the client has disconnected") }
        guard link.accepts(caller.connection) else {
            throw ManagerError.failed("another service of power is connected")
        }
        let mail = await link.nextMail(for: caller.connection, of: caller.peer.process)
        return Reply(["orders": .array(mail.orders.map(\.json)), "used": .array(mail.used.map(\.json))])
    }

    /// `PowerFact`: the adapters, an answer or a report.
    func fact(_ call: Call, _ caller: Caller) async throws(VarlinkError) -> Reply {
        guard link.isService(caller.peer.process) else {
            throw ManagerError.failed("the process has not called PowerOrders")
        }
        if case .array(let adapters)? = call.parameters["adapters"] {
            link.take(adapters.compactMap(PowerAdapter.init))
        }
        guard let adapter = call.parameters["adapter"]?.string else { return Reply() }
        if let number = call.parameters["number"]?.int {
            if call.parameters["outcome"] == "begun" { link.begin(Int(number), of: adapter) }
            if let answer = PowerAnswer(call.parameters) { link.take(answer, to: Int(number), of: adapter) }
        }
        if let report = call.parameters["report"]?.string.flatMap(PowerReport.init) {
            link.take(report, of: adapter)
        }
        return Reply()
    }
}
