import ScreensConfiguration
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The client that makes a call.
struct Caller {
    /// The number of its connection, which the control server uses to find it.
    let connection: UInt64
    let peer: PeerCredentials
    let rights: ClientRights
    /// The files that came with the call.
    var files: [ReceivedFile] = []
    /// Whether the client has hung up. Its calls are still carried out.
    var hasLeft = false

    /// The most Unicode scalars of a program's name. Real names are shorter; a client may send any text, and one
    /// `Character` may have any number of scalars.
    private static let longestName = 64

    /// The name of the client's program, for people, by the client's own word: a process also chooses its name in
    /// `/proc`.
    ///
    /// - Parameter given: the name in its call; nil for the name of its process.
    func programName(_ given: String?) -> String {
        let stated = given.map { String($0.unicodeScalars.prefix(Self.longestName)).printable }
        let name = stated ?? peer.program ?? "unknown"
        // Texts have the name in quotes: the client cannot end them. A quote with a mark is another `Character`.
        return String(String.UnicodeScalarView(name.unicodeScalars.map { $0 == "'" ? "’" : $0 }))
    }

    /// The fields of a line of the journal about one of its calls.
    fileprivate func fields(of call: Call, _ method: MethodRow) -> LogFields {
        LogFields(
            user: peer.user, process: peer.process > 0 ? peer.process : nil, screen: call.parameters["screen"]?.string,
            method: method.name)
    }
}

/// Answers the calls of clients. Each change is logged with the user and the process that request it first, so that a
/// long text cannot cut them off.
@MainLoop
final class ManagerCalls {
    /// The most pending changes of one user other than root. `ChangeQueue` has room for the changes of four such users.
    private static let mostChanges = 64

    private let log: EventLog
    private let peers = PeerNames()
    /// The number of changes of each user that are pending.
    private var changes: [UInt32: Int] = [:]
    private let report: @MainLoop (_ request: String, _ screen: String?) -> Void

    /// - Parameter report: receives the text of each change, for people, and the name of its screen.
    init(_ log: EventLog, report: @escaping @MainLoop (_ request: String, _ screen: String?) -> Void) {
        self.log = log
        self.report = report
    }

    /// Carries out a call.
    ///
    /// - Returns: the reply, and the file to send with it.
    func answer(_ call: Call, by method: MethodRow, of caller: Caller) async -> (Reply, SharedDescriptor?) {
        do throws(VarlinkError) {
            guard method.isLogged else { return try await carryOut(call, by: method, of: caller) }
            let (reply, file) = try await change(call, by: method, of: caller)
            let text = "\(await peers.text(of: caller.peer)): \(RequestText.text(method.name, call.parameters))"
            log.requested(text, caller.fields(of: call, method))
            report(text, call.parameters["screen"]?.string)
            return (reply, file)
        } catch {
            if method.isLogged {
                let change = RequestText.subject(method.name, call.parameters)
                let failure = "\(change) failed: \(ManagerError.summary(of: error))"
                log.refused(
                    "\(await peers.text(of: caller.peer)): \(failure)", because: "\(caller.peer.user): \(failure)",
                    of: "\(caller.peer.user) \(method.name) \(error.member)", caller.fields(of: call, method))
            }
            return (Reply(error), nil)
        }
    }

    /// Carries out a call that changes something, unless its user has too many of them: other users would have no place
    /// among the pending changes.
    private func change(
        _ call: Call, by method: MethodRow, of caller: Caller
    ) async throws(VarlinkError) -> (Reply, SharedDescriptor?) {
        let user = caller.peer.user
        let pending = changes[user] ?? 0
        guard user == 0 || pending < Self.mostChanges else {
            throw ManagerError.failed("\(pending) other changes of this user are pending")
        }
        changes[user] = pending + 1
        defer { changes[user] = changes[user].flatMap { $0 > 1 ? $0 - 1 : nil } }
        return try await carryOut(call, by: method, of: caller)
    }

    private func carryOut(
        _ call: Call, by method: MethodRow, of caller: Caller
    ) async throws(VarlinkError) -> (Reply, SharedDescriptor?) {
        switch method.work {
        case .reply(let work): (try await work(call.parameters), nil)
        case .replyToClient(let work): (try await work(call, caller), nil)
        // The index of the descriptor among the descriptors sent with the reply.
        case .descriptor(let work): (Reply(["fd": 0]), try await work(call, caller))
        // The server sends the events.
        case .events: throw .methodNotFound(call.method)
        }
    }
}
