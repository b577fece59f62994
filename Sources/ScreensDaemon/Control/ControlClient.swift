import Glibc
import Screens
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// One connection to the control socket.
@MainLoop
final class ControlClient {
    /// The bytes that are read at once. Other clients wait meanwhile.
    private static let chunk = 65536
    /// How long a client may leave its output unread before it is disconnected.
    static let timeout = Duration.seconds(30)
    /// How long a client may take to read a long reply, however much of it the client reads meanwhile.
    static let replyTimeout = Duration.seconds(10)
    /// How long files wait for the rest of their call.
    static let callTimeout = Duration.seconds(10)

    /// The connection's number, unique among all clients. A descriptor is used again.
    let id: UInt64
    /// The process at the other end.
    let peer: PeerCredentials
    let rights: ClientRights
    /// Whether calls on this connection may have files.
    private let takesFiles: Bool
    private let socket: Watched<ClientSocket>
    /// The time at which the client last sent something, or connected.
    private var lastUse = MonotonicTime.now
    private var isAnswering = false
    /// A file that waits to be sent, and the number of bytes that are sent before it.
    private var passing: (file: SharedDescriptor, after: Int)?
    /// Whether the client has screens, which it would lose with the connection.
    private var hasScreens = false
    private var stream: ServerConnection
    /// The number of completely received messages.
    private var messageCount: UInt64 = 0
    private var received = ReceivedFiles()
    /// The time from which the files in `received` wait for the rest of their call; nil if there are none.
    private var filesSince: MonotonicTime?
    private var readiness: Readiness = .input
    /// Whether the client receives events.
    private(set) var isWatching = false
    /// Whether the client has missed events, because it had not read an earlier event.
    private var lacksEvents = false
    /// The time at which the client stopped reading while output waits for it; nil while it reads.
    private var blockedSince: MonotonicTime?
    /// The time by which the long reply that is being sent must be read; nil if there is none.
    private var replyDeadline: MonotonicTime?
    /// Whether the client has hung up: it reads nothing more, and is not watched. Its calls are still answered.
    private(set) var hasLeft = false
    private var isBroken = false
    /// Why the files that the client has sent cost it its connection; nil if they did not.
    private var fileFault: String?

    init(
        id: UInt64, _ peer: PeerCredentials, _ rights: ClientRights, _ socket: consuming Watched<ClientSocket>,
        takesFiles: Bool, service: ServiceDescription, limits: ConnectionLimits
    ) {
        self.id = id
        self.peer = peer
        self.rights = rights
        self.socket = socket
        self.takesFiles = takesFiles
        stream = ServerConnection(service: service, limits: limits)
    }

    /// The connection as the limits count it.
    var connection: ClientLimits.Connection {
        ClientLimits.Connection(
            number: id, user: peer.user, lastUse: lastUse,
            use: isAnswering || hasScreens ? .occupied : isWatching ? .watching : .idle)
    }

    /// The time at which the client is disconnected unless it reads, or sends the rest of a call with files; nil if
    /// neither is awaited.
    var deadline: MonotonicTime? {
        [blockedSince?.advanced(by: Self.timeout), replyDeadline, fileDeadline].compactMap(\.self).min()
    }

    /// The files of the next call may wait for the answer to the open one, except behind events, which never end.
    private var fileDeadline: MonotonicTime? {
        guard !isAnswering || isWatching, received.count > 0 else { return nil }
        return filesSince?.advanced(by: Self.callTimeout)
    }

    /// Why a client that has missed its deadline is disconnected, for the log.
    func reasonOfDeadline(at now: MonotonicTime) -> String {
        if let fileDeadline, fileDeadline <= now {
            return "it has not sent the rest of a call with files within \(Self.callTimeout.components.seconds) s"
        }
        let isReply = replyDeadline.map { $0 <= now } ?? false
        return isReply
            ? "it has not read a long reply within \(Self.replyTimeout.components.seconds) s"
            : "it has read nothing for \(Self.timeout.components.seconds) s"
    }

    /// The unsent bytes that no other connection has.
    var unsentByteCount: Int { stream.ownUnsentByteCount }

    /// Whether the connection has ended: cut off or complete.
    var isOver: Bool {
        isBroken || stream.isToBeCut || stream.isFinished
            || hasLeft && (isWatching || !stream.hasWaitingCalls)
    }

    /// Why the connection was cut off, for the log; nil if the client left.
    var cutReason: String? { fileFault ?? stream.cutReason.map { "\($0)" } }

    /// Sends and receives as much as the descriptor is ready for.
    func handle(_ readiness: Readiness) {
        if readiness.contains(.output) { send() }
        if !readiness.isDisjoint(with: [.hangup, .error]), !hasLeft {
            hasLeft = true
            // Otherwise the hangup would be reported again and again.
            socket.endWaiting()
        } else if readiness.contains(.input) {
            receive()
        }
    }

    /// Reads the received bytes. If the client has hung up, reads as much as fits, because nothing reports the rest.
    func receive() {
        repeat {
            guard stream.wantsInput else { return }
            var bytes = [UInt8](repeating: 0, count: Self.chunk)
            let (count, files) = bytes.withUnsafeMutableBytes {
                SocketMessage.receive(into: $0, on: socket.source.descriptor)
            }
            if count > 0 {
                lastUse = .now
                note(bytes[..<count], files)
                guard !isBroken else { return }
                stream.receive(Array(bytes[..<count]))
            } else if count == 0 {
                stream.endInput()
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                // The hangup comes after all that was sent.
                stream.endInput()
                isBroken = !stream.hasWaitingCalls
            }
        } while hasLeft
    }

    /// Counts messages, to assign files to them. The kernel ends a read behind the bytes that a file came with.
    ///
    /// A client loses its connection if it sends files that belong to no call: each file must be closed, which may
    /// block a thread.
    private func note(_ bytes: ArraySlice<UInt8>, _ files: [Int32]) {
        // This is a loop, because a closure would check its actor's thread for each byte.
        var whole: UInt64 = 0
        for byte in bytes.dropLast() where byte == 0 { whole += 1 }
        if !received.add(files, of: messageCount + whole, from: peer.user) {
            fileFault = "it has sent more than \(ReceivedFiles.mostOfCall) files with a call"
        } else if !files.isEmpty, !takesFiles {
            fileFault = "it has sent files without the right to call a method that takes files"
        } else if !files.isEmpty, !BlockingCloser.shared.hasRoom(for: peer.user) {
            fileFault = "earlier files of user \(peer.user) do not close"
        }
        if fileFault != nil { isBroken = true }
        if !files.isEmpty { filesSince = filesSince ?? .now }
        messageCount += whole + (bytes.last == 0 ? 1 : 0)
    }

    /// Takes the files that came with the open call.
    func takeFiles() -> [ReceivedFile] {
        filesSince = nil
        return received.take(stream.takenCount - 1)
    }

    /// The number of files that wait for their call.
    var fileCount: Int { received.count }

    /// Closes the files that wait for their call, which then fails.
    func dropFiles() {
        received.removeAll()
        filesSince = nil
    }

    func nextCall() -> Call? {
        guard !isBroken else { return nil }
        let call = stream.nextCall()
        // The files of answered calls are closed.
        received.remove(before: stream.takenCount - (call == nil ? 0 : 1))
        if call != nil { isAnswering = true }
        return call
    }

    /// Answers the open call.
    ///
    /// - Parameters:
    ///   - hasScreens: whether the client has screens from now on; nil for no change.
    ///   - file: the file that is sent with the reply.
    func reply(_ reply: Reply, hasScreens: Bool? = nil, passing file: SharedDescriptor? = nil) {
        lastUse = .now
        self.hasScreens = hasScreens ?? self.hasScreens
        if let file { passing = (file, after: stream.unsentByteCount) }
        if !reply.continues {
            isAnswering = false
            if received.count > 0 { filesSince = .now }
        }
        if reply.shared != nil { replyDeadline = MonotonicTime.now.advanced(by: Self.replyTimeout) }
        // This fails if the connection was cut off meanwhile.
        try? stream.reply(reply)
    }

    /// Sends the whole state, and events from then on.
    func beginWatching(with snapshot: Reply) {
        isWatching = true
        lacksEvents = false
        reply(snapshot)
    }

    /// Sends an event, unless the client has not read an earlier event.
    func sendEvent(_ event: Reply) {
        if stream.hasUnsentReply || lacksEvents {
            lacksEvents = true
        } else {
            reply(event)
        }
    }

    /// Whether the client has missed events, and has read all earlier events.
    var isBehind: Bool { lacksEvents && !stream.hasUnsentReply }

    /// Sends as much as the descriptor takes.
    func send() {
        defer { if stream.unsentByteCount == 0 { replyDeadline = nil } }
        if hasLeft { stream.markSent(stream.unsentByteCount) }
        while stream.unsentByteCount > 0, !isBroken {
            let descriptor = socket.source.descriptor
            // The receiver finds the file with the first byte of its reply.
            let limit = passing.map { $0.after > 0 ? $0.after : .max } ?? .max
            let passed = passing?.after == 0 ? passing?.file : nil
            let count = stream.withUnsentBytes { bytes in
                bytes.withUnsafeBytes { bytes in
                    SocketMessage.send(
                        UnsafeRawBufferPointer(rebasing: bytes.prefix(limit)), passing: passed?.rawValue,
                        on: descriptor)
                }
            }
            if count > 0 {
                stream.markSent(count)
                if passed != nil { passing = nil } else { passing?.after -= count }
                blockedSince = nil
            } else if errno == EAGAIN {
                blockedSince = blockedSince ?? .now
                return
            } else if errno != EINTR {
                isBroken = true
            }
        }
    }

    /// Sets the events that the connection waits for next.
    func updateReadiness() {
        guard !hasLeft else { return }
        var needed: Readiness = stream.wantsInput ? .input : []
        if stream.unsentByteCount > 0 { needed.insert(.output) }
        guard needed != readiness else { return }
        readiness = needed
        socket.wait(for: needed)
    }
}
