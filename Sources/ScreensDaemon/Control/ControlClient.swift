import Glibc
import Screens
import ScreensLinux
import ScreensVarlink

/// One connection to the control socket.
@MainLoop
final class ControlClient {
    /// How much is read at once: other clients wait meanwhile.
    private static let chunk = 65536

    /// Unique among all clients; a descriptor is used again.
    let id: UInt64
    /// The process at the other end.
    let peer: PeerCredentials
    let rights: ClientRights
    /// Whether its calls may come with files.
    private let takesFiles: Bool
    private let descriptor: WatchedDescriptor
    /// When it sent something last, or came.
    private var lastUse = MonotonicTime.now
    private var isAnswering = false
    /// The file that goes with the bytes after the next ones, and how many these are.
    private var passing: (file: SharedDescriptor, after: Int)?
    /// Whether it has screens, which would be lost with the connection.
    private var hasScreens = false
    private var stream: ServerConnection
    /// How many messages have come completely.
    private var messageCount: UInt64 = 0
    private var received = ReceivedFiles()
    private var readiness: Readiness = .input
    /// Whether it is sent events.
    private(set) var isWatching = false
    /// Whether it has missed events, since it had not read the one before.
    private var lacksEvents = false
    /// When it stopped reading while output waits for it; nil while it reads.
    private(set) var blockedSince: MonotonicTime?
    /// Whether the other side is gone: it reads nothing any more, and is not watched. Its calls are answered all the same.
    private(set) var hasLeft = false
    private var isBroken = false

    init(
        id: UInt64, _ peer: PeerCredentials, _ rights: ClientRights, _ descriptor: consuming WatchedDescriptor,
        takesFiles: Bool, service: ServiceDescription, limits: ConnectionLimits
    ) {
        self.id = id
        self.peer = peer
        self.rights = rights
        self.descriptor = descriptor
        self.takesFiles = takesFiles
        stream = ServerConnection(service: service, limits: limits)
    }

    /// As the limits count it.
    var connection: ClientLimits.Connection {
        ClientLimits.Connection(
            number: id, user: peer.user, lastUse: lastUse,
            use: isAnswering || hasScreens ? .occupied : isWatching ? .watching : .idle)
    }

    /// Whether it has ended: it is cut off or complete.
    var isOver: Bool {
        isBroken || stream.isToBeCut || stream.isFinished
            || hasLeft && (isWatching || !stream.hasWaitingCalls)
    }

    /// Why it was cut off; nil where it left.
    var cutReason: CutReason? { stream.cutReason }

    /// Sends and receives as far as the descriptor is ready for it.
    func handle(_ readiness: Readiness) {
        if readiness.contains(.output) { send() }
        if !readiness.isDisjoint(with: [.hangup, .error]), !hasLeft {
            hasLeft = true
            // The hangup would be reported again and again.
            descriptor.endWaiting()
        } else if readiness.contains(.input) {
            receive()
        }
    }

    /// Reads the received bytes. From a client that has disconnected it reads as much as fits, as nothing reports the rest.
    func receive() {
        repeat {
            guard stream.wantsInput else { return }
            var bytes = [UInt8](repeating: 0, count: Self.chunk)
            let (count, files) = bytes.withUnsafeMutableBytes { receive(into: $0) }
            if count > 0 {
                lastUse = .now
                note(bytes[..<count], files)
                stream.receive(Array(bytes[..<count]))
            } else if count == 0 {
                stream.endInput()
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                // It comes after all that was sent.
                stream.endInput()
                isBroken = !stream.hasWaitingCalls
            }
        } while hasLeft
    }

    /// Receives files too, where calls with files are allowed.
    private func receive(into bytes: UnsafeMutableRawBufferPointer) -> (count: Int, descriptors: [Int32]) {
        guard takesFiles, !ReceivedFile.isStuck else {
            return (recv(descriptor.rawValue, bytes.baseAddress, bytes.count, 0), [])
        }
        return SocketMessage.receive(into: bytes, on: descriptor.rawValue)
    }

    /// Counts messages, by which files find theirs: the kernel ends a piece of bytes behind those that a file came with.
    private func note(_ bytes: ArraySlice<UInt8>, _ files: [Int32]) {
        // In a loop: a closure would be checked to be on its actor's thread for each byte.
        var whole: UInt64 = 0
        for byte in bytes.dropLast() where byte == 0 { whole += 1 }
        received.add(files, of: messageCount + whole)
        messageCount += whole + (bytes.last == 0 ? 1 : 0)
    }

    /// The files that came with the call that is open.
    func takeFiles() -> [ReceivedFile] { received.take(stream.takenCount - 1) }

    /// How many files wait for their call.
    var fileCount: Int { received.count }

    /// Closes the files that wait for their call, which fails then.
    func dropFiles() {
        received.removeAll()
    }

    func nextCall() -> Call? {
        guard !isBroken else { return nil }
        let call = stream.nextCall()
        // Those of calls that were answered already.
        received.remove(before: stream.takenCount - (call == nil ? 0 : 1))
        if call != nil { isAnswering = true }
        return call
    }

    /// Answers the call that is open.
    ///
    /// - Parameters:
    ///   - hasScreens: whether it has screens from now on; nil where that stays as it is.
    ///   - file: sent beside the reply.
    func reply(_ reply: Reply, hasScreens: Bool? = nil, passing file: SharedDescriptor? = nil) {
        lastUse = .now
        self.hasScreens = hasScreens ?? self.hasScreens
        if let file { passing = (file, after: stream.unsentByteCount) }
        if !reply.continues { isAnswering = false }
        // It fails where the connection was cut off meanwhile.
        try? stream.reply(reply)
    }

    /// Sends everything, and events from then on.
    func beginWatching(with snapshot: Reply) {
        isWatching = true
        lacksEvents = false
        reply(snapshot)
    }

    /// Sends an event, unless the one before is not read yet.
    func sendEvent(_ event: Reply) {
        if stream.hasUnsentReply || lacksEvents {
            lacksEvents = true
        } else {
            reply(event)
        }
    }

    /// Whether it has missed events, and has read the ones before.
    var isBehind: Bool { lacksEvents && !stream.hasUnsentReply }

    /// Sends as much as is taken.
    func send() {
        if hasLeft { stream.markSent(stream.unsentByteCount) }
        while stream.unsentByteCount > 0, !isBroken {
            let descriptor = descriptor.rawValue
            // The receiver finds it with the first byte of its reply.
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

    /// Waits for what the connection needs next.
    func updateReadiness() {
        guard !hasLeft else { return }
        var needed: Readiness = stream.wantsInput ? .input : []
        if stream.unsentByteCount > 0 { needed.insert(.output) }
        guard needed != readiness else { return }
        readiness = needed
        descriptor.wait(for: needed)
    }
}
