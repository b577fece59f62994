import Glibc
import ScreensJSON
import ScreensLinux
import ScreensPower
import ScreensVarlink

/// The two connections to the daemon: one has an open call for orders, the other one has the facts.
@MainLoop
final class DaemonLink {
    /// The most facts without an answer. A daemon that does not answer them ends the program.
    private static let mostFacts = 256

    private var orders: DaemonCalls?
    private var facts: DaemonCalls?
    private var take: @MainLoop ([PowerOrder], [PowerUse]) -> Void = { _, _ in }
    private let onEnd: @MainLoop (String) -> Void

    /// - Parameter onEnd: called with a sentence when the daemon has ended, or is another program.
    init(_ path: String, onEnd: @escaping @MainLoop (String) -> Void) throws(SystemError) {
        self.onEnd = onEnd
        orders = try DaemonCalls(path) { [weak self] in self?.takeOrders($0) }
        facts = try DaemonCalls(path) { [weak self] in self?.takeAnswer($0) }
    }

    /// Takes orders, and the adapters that screens use, from now on.
    func begin(_ take: @escaping @MainLoop ([PowerOrder], [PowerUse]) -> Void) {
        self.take = take
        orders?.call("PowerOrders")
    }

    /// Sends a fact.
    func send(_ parameters: [String: JSONValue]) {
        facts?.call("PowerFact", parameters)
        if facts?.unansweredCount ?? 0 > Self.mostFacts { onEnd("screensd does not answer") }
    }

    private func takeOrders(_ reply: Reply?) {
        guard let reply, reply.error == nil else {
            return onEnd("screensd has ended the connection\(reply?.error.map { ": \($0)" } ?? "")")
        }
        guard case .array(let new)? = reply.parameters["orders"], case .array(let used)? = reply.parameters["used"]
        else { return onEnd("screensd sends no orders") }
        take(new.compactMap(PowerOrder.init), used.compactMap(PowerUse.init))
        orders?.call("PowerOrders")
    }

    private func takeAnswer(_ reply: Reply?) {
        if reply == nil || reply?.error != nil {
            onEnd("screensd has ended the connection\(reply?.error.map { ": \($0)" } ?? "")")
        }
    }
}

/// A connection to the daemon.
@MainLoop
final class DaemonCalls {
    private var socket: Watched<OwnedDescriptor>?
    private var connection = ClientConnection(limits: JSONLimits(bytes: 1 << 18, values: 1 << 14))
    private let take: @MainLoop (Reply?) -> Void

    /// - Parameter take: called with each reply, and with nil at the end of the connection.
    init(_ path: String, take: @escaping @MainLoop (Reply?) -> Void) throws(SystemError) {
        self.take = take
        let descriptor = UnixAddress.streamSocket(blocks: false)
        guard descriptor >= 0 else { throw SystemError(call: "socket", object: path, errno: errno) }
        socket = try Watched(OwnedDescriptor(adopting: descriptor)) { [weak self] _ in self?.exchange() }
        guard UnixAddress(path).withRaw({ connect(descriptor, $0, $1) }) == 0 else {
            throw SystemError(call: "connect", object: path, errno: errno)
        }
    }

    var unansweredCount: Int { connection.unansweredCount }

    func call(_ method: String, _ parameters: [String: JSONValue] = [:]) {
        _ = connection.send(Call("screens.Manager.\(method)", parameters))
        write()
    }

    private func write() {
        guard let descriptor = socket?.rawValue else { return }
        while connection.unsentByteCount > 0 {
            let sent = connection.withUnsentBytes { bytes in
                bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            }
            guard sent > 0 else { break }
            connection.markSent(sent)
        }
        socket?.wait(for: connection.unsentByteCount > 0 ? [.input, .output] : .input)
    }

    private func exchange() {
        guard let descriptor = socket?.rawValue else { return }
        write()
        var bytes = [UInt8](repeating: 0, count: 1 << 14)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count > 0 { connection.receive(Array(bytes[..<count])) }
        if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { connection.endInput() }
        while socket != nil, let answer = connection.nextAnswer() { take(answer.reply) }
        guard socket != nil, connection.failure != nil else { return }
        socket = nil
        take(nil)
    }
}
