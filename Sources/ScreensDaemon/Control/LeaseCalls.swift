import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The methods for screens that clients have: `Lease` and `Revoke`.
@MainLoop
final class LeaseCalls {
    private let finder: ScreenFinder
    private let environment: ScreenEnvironment

    init(_ finder: ScreenFinder, _ environment: ScreenEnvironment) {
        self.finder = finder
        self.environment = environment
    }

    /// Leases a screen to a client.
    func lend(_ call: Call, to caller: Caller) async throws(VarlinkError) -> SharedDescriptor {
        // If the client has left before its call begins, no event would end its lease.
        guard !Task.isCancelled else { throw ManagerError.failed("the client has disconnected") }
        guard call.answer != .never else { throw ManagerError.failed("a descriptor needs a reply: leave `oneway` out") }
        let record = try finder.record(call.parameters)
        let content = try Self.content(of: record, for: caller)
        let lessee = Lessee(
            name: caller.programName(call.parameters["program"]?.string), processID: caller.peer.process)
        let lease = ClientLease(of: record, to: lessee, caller.connection, for: content, in: environment)
        switch await lease.begin(isAgain: call.parameters["again"]?.bool ?? false) {
        case .success(let descriptor): return descriptor
        case .failure(let refusal): throw error(refusal, of: record)
        }
    }

    /// Returns the content that a client with the right of contents has a screen for; nil for a client with all rights.
    ///
    /// - Throws: the refusal if the content is not a program that is to run now.
    static func content(of record: ScreenRecord, for caller: Caller) throws(VarlinkError) -> ContentProgram? {
        if caller.rights == .all { return nil }
        guard let content = record.content.program else { throw noProgram(on: record.screen) }
        return content
    }

    private func error(_ refusal: ClientLease.Refusal, of record: ScreenRecord) -> VarlinkError {
        let screen = record.screen
        switch refusal {
        case .leased(let isOwn):
            let units = screen.contentUnits(among: environment.kit.connectors).joined(separator: " ")
            let lessee = screen.lessee?.description ?? "another client"
            return ManagerError.inUse(
                "\(screen.name) is leased to \(isOwn ? "this client" : lessee)", screen: screen.name,
                remedy: record.isLeasedForContent
                    ? "end the service of that program: `systemctl stop \(units)`" : nil)
        case .held(let occupant):
            return ManagerError.inUse("\(screen.name) is \(occupant.verb) \(occupant.program)", screen: screen.name)
        case .noProgram: return Self.noProgram(on: screen)
        case .failed(let error): return ManagerError.of(error, screen: screen.name)
        }
    }

    static func noProgram(on screen: Screen) -> VarlinkError {
        ManagerError.notPermitted("the content of \(screen.name) is not a program that is to run now")
    }

    /// Revokes a client's use of a screen.
    func revoke(_ parameters: MethodRow.Parameters) async throws(VarlinkError) -> Reply {
        let record = try finder.record(parameters)
        if let name = parameters["layer"]?.string { return try revoke(name, of: record) }
        guard let occupant = record.occupancy.occupant else {
            throw ManagerError.failed(
                "\(record.screen.name) is neither leased nor drawn by a client",
                remedy: record.layers.all.isEmpty
                    ? "`screens list` shows which screens are leased"
                    : "`--layer NAME` ends a layer; `screens status` lists the layers")
        }
        await occupant.revoke()
        return Reply()
    }

    /// Disconnects the clients that have a layer of a name.
    private func revoke(_ name: String, of record: ScreenRecord) throws(VarlinkError) -> Reply {
        let layers = record.layers.all.filter { $0.name == name }
        guard !layers.isEmpty else {
            throw ManagerError.failed(
                "\(record.screen.name) has no layer '\(name)'", remedy: "`screens status` lists the layers")
        }
        for layer in layers { layer.end() }
        return Reply()
    }
}
