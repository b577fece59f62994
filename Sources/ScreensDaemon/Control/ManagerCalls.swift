import ScreensLinux
import ScreensProgramKit
import ScreensVarlink

/// The client that makes a call.
struct Caller {
    /// The number of its connection, by which the control server finds it again.
    let connection: UInt64
    let peer: PeerCredentials
    let rights: ClientRights
    /// The files that came with the call.
    var files: [ReceivedFile] = []
    /// Whether it has disconnected: its calls are carried out all the same.
    var hasLeft = false

    /// A name of a program is shorter; a client may send any text.
    private static let longestName = 64

    /// The name of its program, for people.
    ///
    /// - Parameter given: the one that it gives itself.
    func programName(_ given: String?) -> String {
        given.map { String($0.prefix(Self.longestName)).printable } ?? peer.program ?? "a program"
    }
}

/// The answers to the calls of clients. Each change is logged with the user and the process that request it.
@MainLoop
final class ManagerCalls {
    private let leases: LeaseCalls
    private let frames: FrameCalls
    private let log: EventLog
    private let peers = PeerNames()
    private let carryOut: @MainLoop (Call) async throws(VarlinkError) -> Reply
    private let report: @MainLoop (_ request: String, _ screen: String?) -> Void

    /// - Parameters:
    ///   - leases: answer `Lease`, whose reply is more than a value.
    ///   - frames: answer `Draw` and `Frame`, whose calls are.
    ///   - carryOut: carries out a call of another method.
    ///   - report: gets each change that is made, for people, and the name of the screen that it is of.
    init(
        _ leases: LeaseCalls, _ frames: FrameCalls, _ log: EventLog,
        carryOut: @escaping @MainLoop (Call) async throws(VarlinkError) -> Reply,
        report: @escaping @MainLoop (_ request: String, _ screen: String?) -> Void
    ) {
        self.leases = leases
        self.frames = frames
        self.log = log
        self.carryOut = carryOut
        self.report = report
    }

    /// Carries out a call.
    ///
    /// - Returns: the reply, and the file that is sent beside it.
    func answer(_ call: Call, of caller: Caller) async -> (Reply, SharedDescriptor?) {
        let method = call.member ?? ""
        let isChange = ManagerInterface.changes.contains(method)
        do {
            let file = method == "Lease" ? try await leases.lend(call, to: caller) : nil
            let reply = file == nil ? try await reply(to: call, of: caller) : Reply(["fd": 0])
            guard isChange else { return (reply, file) }
            let text = "\(RequestText.text(method, call.parameters)) by \(await peers.text(of: caller.peer))"
            log.notice(text)
            report(text, call.parameters["screen"]?.string)
            return (reply, file)
        } catch {
            if isChange {
                let change = RequestText.subject(method, call.parameters)
                let user = await peers.text(of: caller.peer)
                log.notice("\(change) by \(user) failed: \(ManagerError.summary(of: error))")
            }
            return (Reply(error), nil)
        }
    }

    private func reply(to call: Call, of caller: Caller) async throws(VarlinkError) -> Reply {
        switch call.member {
        case "Draw": try await frames.draw(call, of: caller)
        case "FrameFormats": try frames.formats(call)
        case "Frame": try await frames.frame(call, of: caller)
        default: try await carryOut(call)
        }
    }
}
