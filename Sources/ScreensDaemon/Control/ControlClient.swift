import Glibc
import Linux
import Screens
import Varlink

/// One connection to the control socket. Lives on the daemon's thread.
final class ControlClient {
    /// What is read at once: others want to be heard too.
    private static let chunk = 65536

    /// Another one for each client, which a descriptor is not.
    let id: UInt64
    let descriptor: Int32
    private var connection: ServerConnection
    /// What is waited for, as the loop has been told.
    private(set) var awaited: Readiness = .input
    /// Whether it wants to be told of events.
    var isWatching = false
    /// Whether it has not read an event yet: with the next it is told everything instead.
    var lacksEvents = false
    /// Since when it takes nothing of what is there for it, in nanoseconds of CLOCK_MONOTONIC; nil while it does.
    private(set) var blockedSince: Int64?
    /// Whether the other side is gone: it reads nothing any more, and is not watched. What it called is done all the same.
    var hasLeft = false
    private var isBroken = false

    init(id: UInt64, descriptor: Int32, service: ServiceDescription, limits: ConnectionLimits) {
        self.id = id
        self.descriptor = descriptor
        connection = ServerConnection(service: service, limits: limits)
    }

    deinit {
        close(descriptor)
    }

    /// Whether nothing more comes of it.
    var isOver: Bool {
        isBroken || connection.isToBeCut || connection.isFinished
            || hasLeft && (isWatching || !connection.hasWaitingCalls)
    }

    /// Why it was cut off, for the log; nil where it left.
    var complaint: CutReason? { connection.cutReason }

    /// Reads what has come: of who has left, as much as is wanted, as nothing tells of the rest.
    func receive() {
        repeat {
            guard connection.wantsInput else { return }
            var bytes = [UInt8](repeating: 0, count: Self.chunk)
            let count = bytes.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
            if count > 0 {
                connection.receive(Array(bytes[..<count]))
            } else if count == 0 {
                connection.endInput()
            } else if errno == EAGAIN {
                return
            } else if errno != EINTR {
                // It comes after all that was sent.
                connection.endInput()
                isBroken = !connection.hasWaitingCalls
            }
        } while hasLeft
    }

    func nextCall() -> Call? { isBroken ? nil : connection.nextCall() }

    /// Answers the call that is open.
    func reply(_ reply: Reply) {
        // Nobody waits for it where the call was cut off.
        try? connection.reply(reply)
    }

    /// Whether an event would wait behind another one that is not read.
    var hasUnsentEvent: Bool { connection.hasUnsentReply }

    /// Sends as much as is taken.
    func send() {
        if hasLeft { connection.markSent(connection.unsentByteCount) }
        while connection.unsentByteCount > 0, !isBroken {
            let descriptor = descriptor
            let count = connection.withUnsentBytes { bytes in
                bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            }
            if count > 0 {
                connection.markSent(count)
                blockedSince = nil
            } else if errno == EAGAIN {
                blockedSince = blockedSince ?? MonotonicClock.now
                return
            } else if errno != EINTR {
                isBroken = true
            }
        }
    }

    /// - Returns: what is to be waited for from now on, where that is something else than before.
    func newlyAwaited() -> Readiness? {
        var wanted: Readiness = connection.wantsInput ? .input : []
        if connection.unsentByteCount > 0 { wanted.insert(.output) }
        guard wanted != awaited else { return nil }
        awaited = wanted
        return wanted
    }
}
