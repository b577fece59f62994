import ScreensJSON
import ScreensLinux
import ScreensVarlink

/// A connection to the daemon `screensd` for a program with an event loop of its own. No call waits for an answer.
///
/// The program polls ``descriptor``, for output too while ``wantsOutput`` is true, and calls ``exchange()`` if it is
/// ready. Calls may be sent before earlier ones are answered; the daemon answers them in their order. So a call of
/// `Watch`, which is answered without end, has a connection of its own. After an error a new connection is needed.
///
/// A connection must stay on one thread.
public final class DaemonConnection {
    /// An answer, or the error of a call.
    public struct Answer {
        /// The number of the call, from ``DaemonConnection/send(_:_:isMany:)``.
        public let call: UInt64
        /// The parameters of the answer, by their names, or the error.
        public let result: Result<[String: JSONValue], DaemonError>
        /// Whether more answers to the same call follow.
        public let continues: Bool
    }

    private let socket: UnixSocket
    private let path: String
    private var connection: ClientConnection
    /// The methods of the calls that are not answered yet, by their numbers.
    private var methods: [UInt64: String] = [:]

    /// Connects to the daemon, which takes no time if it listens. The corresponding C function is `connect`.
    ///
    /// - Parameters:
    ///   - socket: the socket with the right that is needed.
    ///   - limit: the longest time until the daemon accepts the connection.
    ///   - longestAnswer: the longest answer in bytes; a longer answer is an error of the protocol.
    /// - Throws: ``DaemonError`` of the kinds ``DaemonError/Code/noDaemon``, ``DaemonError/Code/permissionDenied``,
    ///   ``DaemonError/Code/timeout``, ``DaemonError/Code/invalidCall`` and ``DaemonError/Code/system``.
    public init(
        _ socket: DaemonSocket, within limit: Duration = .seconds(1),
        longestAnswer: Int = DaemonClient.longestAnswer
    ) throws(DaemonError) {
        do throws(UnixSocket.CallError) {
            self.socket = try UnixSocket.connect(to: socket.path, until: .now.advanced(by: limit))
        } catch {
            throw error.isWithoutListener
                ? DaemonError(noDaemonAt: socket.path) : DaemonError(connectingTo: socket.path, errno: error.errno)
        }
        path = socket.path
        connection = ClientConnection(limits: JSONLimits(bytes: longestAnswer, values: 1 << 16))
    }

    /// The descriptor for `poll`. The connection owns it.
    public var descriptor: Int32 { socket.rawValue }

    /// Whether calls are not sent yet, because the daemon has not read earlier ones.
    public var wantsOutput: Bool { connection.unsentByteCount > 0 }

    /// The number of calls without their last answer.
    public var unansweredCount: Int { connection.unansweredCount }

    /// Queues a call of a method of `screens.Manager`, which ``exchange()`` sends.
    ///
    /// - Parameters:
    ///   - method: its name without the interface, as in `Set`.
    ///   - parameters: its parameters by their names.
    ///   - isMany: whether the method is answered many times, as `Watch`.
    /// - Returns: the number of the call, which its answers have.
    public func send(_ method: String, _ parameters: [String: JSONValue] = [:], isMany: Bool = false) -> UInt64 {
        let call = Call("\(ManagerInterface.name).\(method)", parameters, answer: isMany ? .more : .once)
        // Only a call that requests no answer has no number.
        let number = connection.send(call) ?? 0
        methods[number] = method
        return number
    }

    /// Sends and receives as much as is possible at once.
    ///
    /// - Returns: the answers that are complete, in their order.
    /// - Throws: ``DaemonError``: the daemon has ended, or is another program. Answers that came before are lost.
    public func exchange() throws(DaemonError) -> [Answer] {
        var hasEnded = false
        do throws(UnixSocket.CallError) {
            if wantsOutput {
                let sent = try connection.withUnsentBytes { (bytes) throws(UnixSocket.CallError) in
                    try socket.write(bytes)
                }
                connection.markSent(sent)
            }
            if let bytes = try socket.read() {
                hasEnded = bytes.isEmpty
                if hasEnded { connection.endInput() } else { connection.receive(bytes) }
            }
        } catch {
            throw DaemonError(talkingTo: path, errno: error.errno)
        }
        var answers: [Answer] = []
        while let answer = connection.nextAnswer() {
            let method = methods[answer.call] ?? ""
            if !answer.reply.continues { methods[answer.call] = nil }
            let result: Result<[String: JSONValue], DaemonError> =
                answer.reply.error.map { .failure(DaemonError($0, of: method, at: path)) }
                ?? .success(answer.reply.parameters)
            answers.append(Answer(call: answer.call, result: result, continues: answer.reply.continues))
        }
        if let reason = connection.failure { throw DaemonError(reason, at: path) }
        if hasEnded { throw DaemonError(endOfDaemonAt: path) }
        return answers
    }
}
