import Glibc
import JSON
import ProgramKit
import Varlink

/// A connection to the daemon: calls and their answers, one after the other.
///
/// Its calls block their thread, for a limited time, and it stays on one.
final class DaemonConnection {
    /// How long an answer may take.
    struct Patience: Sendable {
        /// Of what the daemon knows.
        var reading = Duration.seconds(10)
        /// Of what it has to do: to set a mode takes some drivers seconds, and it may have to try several.
        var changing = Duration.seconds(60)
    }

    /// The longest answer, in bytes, but that with a picture.
    static let longestReply = 1 << 20
    /// The longest answer with a picture: one of 3840x2160 that does not compress takes 34 MB in Base64.
    static let longestPicture = 1 << 27
    /// The longest text of an answer, but a picture: who says more is not the daemon.
    private static let longestText = 4096

    let path: String
    /// Interrupting it ends a call from another thread.
    let socket: UnixSocket
    let patience: Patience
    private var client: ClientConnection

    private init(_ socket: UnixSocket, path: String, patience: Patience, longestReply: Int) {
        self.socket = socket
        self.path = path
        self.patience = patience
        client = ClientConnection(limits: JSONLimits(bytes: longestReply, values: 1 << 16))
    }

    /// Connects to the daemon.
    ///
    /// - Returns: nil where none listens and none was asked for by its path.
    static func open(
        _ location: DaemonLocation, patience: Patience = Patience(), longestReply: Int = longestReply
    ) throws(Failure) -> DaemonConnection? {
        do throws(UnixSocket.CallError) {
            let socket = try UnixSocket.connect(to: location.path, until: .now + patience.reading)
            return DaemonConnection(socket, path: location.path, patience: patience, longestReply: longestReply)
        } catch {
            switch error.errno {
            case ENOENT, ENOTDIR, ECONNREFUSED:
                guard location.isExplicit else { return nil }
                throw Failure(noDaemonAt: location.path)
            default: throw Failure(connectingTo: location.path, errno: error.errno)
            }
        }
    }

    /// Calls a method of `screens.Manager` and waits for its answer.
    ///
    /// - Parameter method: without its interface.
    func call(
        _ method: String, _ parameters: [String: JSONValue] = [:], within limit: Duration
    ) throws(Failure) -> [String: JSONValue] {
        client.send(Call("\(ManagerInterface.name).\(method)", parameters))
        return try answer(to: method, until: .now + limit, within: limit).parameters
    }

    /// Calls a method that answers again and again.
    ///
    /// - Parameter body: takes the answers, each before the next is read.
    /// - Returns: after the last answer, or when the socket is interrupted.
    func stream(
        _ method: String, _ body: ([String: JSONValue]) throws(Failure) -> Void
    ) throws(Failure) {
        client.send(Call("\(ManagerInterface.name).\(method)", answer: .more))
        var deadline: ContinuousClock.Instant? = .now + patience.reading
        while true {
            let reply: Reply
            do throws(Failure) {
                reply = try answer(to: method, until: deadline, within: patience.reading)
            } catch {
                if socket.isInterrupted { return }
                guard deadline == nil, client.failure?.isEnd == true else { throw error }
                throw Failure(endOfDaemonAt: path)
            }
            if socket.isInterrupted { return }
            deadline = nil
            try body(reply.parameters)
            if !reply.continues { return }
        }
    }

    private func answer(
        to method: String, until deadline: ContinuousClock.Instant?, within limit: Duration
    ) throws(Failure) -> Reply {
        while true {
            if let answer = client.nextAnswer() {
                if let error = answer.reply.error { throw Failure(error, of: method, at: path) }
                guard answer.reply.parameters.allSatisfy({ Self.isPlausible($1, isPicture: $0 == "png") }) else {
                    throw Failure(answerAt: path, to: method, "a text in it is too long")
                }
                return answer.reply
            }
            if let reason = client.failure { throw Failure(reason, at: path) }
            let isInTime: Bool
            do throws(UnixSocket.CallError) {
                isInTime = try exchange(until: deadline)
            } catch {
                throw Failure(talkingTo: path, errno: error.errno)
            }
            guard isInTime else { throw Failure(silenceAt: path, after: limit) }
        }
    }

    /// Waits until bytes go one way or the other.
    ///
    /// - Returns: false where the time is over.
    private func exchange(until deadline: ContinuousClock.Instant?) throws(UnixSocket.CallError) -> Bool {
        let isWriting = client.unsentByteCount > 0
        guard try socket.wait(writing: isWriting, until: deadline) else { return false }
        if isWriting {
            let sent = try client.withUnsentBytes { (bytes) throws(UnixSocket.CallError) in try socket.write(bytes) }
            client.markSent(sent)
        }
        if let bytes = try socket.read() {
            if bytes.isEmpty { client.endInput() } else { client.receive(bytes) }
        }
        // Who sends without end could keep us from ever waiting.
        return deadline.map { $0 > .now } ?? true
    }

    private static func isPlausible(_ value: JSONValue, isPicture: Bool) -> Bool {
        switch value {
        case .string(let text): isPicture || text.utf8.count <= longestText
        case .array(let values): values.allSatisfy { isPlausible($0, isPicture: false) }
        case .object(let members): members.allSatisfy { isPlausible($1, isPicture: false) }
        default: true
        }
    }
}

/// Where the daemon is to be found.
struct DaemonLocation: Sendable, Hashable {
    let path: String
    /// Whether the user named it on the command line: then it has to be there.
    let isExplicit: Bool

    /// The name of the environment's variable that says where.
    static let variable = "SCREENS_SOCKET"

    /// - Parameters:
    ///   - option: what `--socket` says.
    ///   - environment: what ``variable`` says; nothing is the same as an empty text.
    init(option: String?, environment: String?) {
        isExplicit = option != nil
        if let option {
            path = option
        } else if let environment, !environment.isEmpty {
            path = environment
        } else {
            path = ManagerInterface.socketPath
        }
    }

    /// What this process's environment says.
    static var environment: String? { getenv(variable).map { String(cString: $0) } }
}
