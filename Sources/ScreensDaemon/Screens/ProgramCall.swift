import Glibc
import ScreensJSON
import ScreensLinux
import ScreensVarlink

/// One call of a program beside the daemon, on a connection of its own, and its replies. The connection starts the
/// program, by its unit. Its end ends the call.
///
/// The program has input of strangers, so its replies are not trusted.
@MainLoop
final class ProgramCall {
    enum Event {
        case reply(Reply)
        /// No program listens: it is not installed.
        case missing
        case unreachable(SystemError)
        /// The program has sent files, bytes that are not a reply, or too many of them.
        case invalid
        /// The program has ended the connection before its last reply.
        case left
    }

    private var socket: Watched<ProgramCallSocket>?
    private var connection: ClientConnection
    private let user: UInt32
    private let takesFile: Bool
    /// The file that the program has sent; nil if it has sent none.
    private(set) var file: ReceivedFile?
    private let onEvent: @MainLoop (Event) -> Void

    /// Makes the call.
    ///
    /// - Parameters:
    ///   - path: the path of the program's socket.
    ///   - file: a descriptor whose open file the program gets with the call; nil if it gets none.
    ///   - limits: the limits of a reply.
    ///   - user: the user to whom files of the program count.
    ///   - takesFile: whether the program may send a file.
    ///   - onEvent: called with each event, never before this function returns, and never after the end of the call.
    init(
        at path: String, _ call: Call, passing file: Int32? = nil, _ limits: JSONLimits, of user: UInt32,
        takesFile: Bool = false, onEvent: @escaping @MainLoop (Event) -> Void
    ) {
        self.onEvent = onEvent
        self.user = user
        self.takesFile = takesFile
        connection = ClientConnection(limits: limits)
        do throws(SystemError) {
            let descriptor = UnixAddress.streamSocket(blocks: false)
            guard descriptor >= 0 else { throw SystemError(call: "socket", object: path, errno: errno) }
            socket = try Watched(ProgramCallSocket(adopting: descriptor, of: user)) { [weak self] _ in self?.receive() }
            // A socket of this machine is connected at once, or not at all.
            guard UnixAddress(path).withRaw({ connect(descriptor, $0, $1) }) == 0 else {
                throw SystemError(call: "connect", object: path, errno: errno)
            }
            connection.send(call)
            let sent = call.encoded.withUnsafeBytes { SocketMessage.send($0, passing: file, on: descriptor) }
            let failure = errno
            // A call that is larger than the socket's room is sent in part.
            guard sent == call.encoded.count else {
                throw SystemError(call: "sendmsg", object: path, errno: sent < 0 ? failure : EMSGSIZE)
            }
            connection.markSent(sent)
        } catch {
            socket = nil
            let isMissing = error.errno == ENOENT || error.errno == ECONNREFUSED
            MainLoop.enqueue { [weak self] in self?.onEvent(isMissing ? .missing : .unreachable(error)) }
        }
    }

    /// Returns the path of a program's socket.
    ///
    /// - Parameter socket: the path of the daemon's socket for all calls, beside which the programs have theirs.
    nonisolated static func path(of name: String, beside socket: String) -> String {
        socket.prefix(upTo: socket.lastIndex(of: "/") ?? socket.startIndex) + "/" + name
    }

    private func receive() {
        guard let descriptor = socket?.source.descriptor else { return }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let (count, files) = bytes.withUnsafeMutableBytes { SocketMessage.receive(into: $0, on: descriptor) }
        let received = files.map { ReceivedFile(adopting: $0, of: user) }
        guard received.isEmpty || takesFile && file == nil && received.count == 1 else {
            socket = nil
            return onEvent(.invalid)
        }
        file = file ?? received.first
        if count > 0 { connection.receive(Array(bytes[..<count])) }
        if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { connection.endInput() }
        while socket != nil, let answer = connection.nextAnswer() { onEvent(.reply(answer.reply)) }
        guard socket != nil, connection.failure != nil else { return }
        socket = nil
        onEvent(count > 0 ? .invalid : .left)
    }
}

/// Ends a call together with the content that has requested it.
final class CallLife: Sendable {
    private let end: @MainLoop () -> Void

    init(_ end: @escaping @MainLoop () -> Void) {
        self.end = end
    }

    deinit {
        MainLoop.enqueue(end)
    }
}
