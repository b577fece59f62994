import Glibc
import Synchronization

/// A stream socket that is connected to a service of this machine, and closes itself.
///
/// One thread reads and writes; ``interrupt()`` is for any.
final class UnixSocket: Sendable {
    /// Why a call of the system failed: its error number.
    struct CallError: Error, Sendable, Hashable {
        let errno: Int32
    }

    private let descriptor: Int32
    private let interrupted = Atomic(false)

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Connects to what listens at `path`. The corresponding C function is `connect`.
    ///
    /// - Throws: `ENAMETOOLONG` for a path that no socket can have, `ETIMEDOUT` where nobody takes the connection in time.
    static func connect(to path: String, until deadline: ContinuousClock.Instant) throws(CallError) -> UnixSocket {
        guard var address = address(of: path) else { throw CallError(errno: ENAMETOOLONG) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw CallError(errno: Glibc.errno) }
        let socket = UnixSocket(descriptor)
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        while true {
            // Where the queue of who listens is full, a non-blocking call fails at once and `poll` says nothing.
            socket.limitWaiting(to: deadline - .now)
            let result = withUnsafePointer(to: &address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { Glibc.connect(descriptor, $0, size) }
            }
            if result == 0 { break }
            switch errno {
            case EINTR where deadline > .now: continue
            case EINTR, EAGAIN: throw CallError(errno: ETIMEDOUT)
            case let code: throw CallError(errno: code)
            }
        }
        guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw CallError(errno: Glibc.errno) }
        return socket
    }

    private static func address(of path: String) -> sockaddr_un? {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
        let fits = withUnsafeMutableBytes(of: &address.sun_path) { field in
            guard bytes.count < field.count else { return false }
            field.copyBytes(from: bytes)
            return true
        }
        return fits ? address : nil
    }

    private func limitWaiting(to duration: Duration) {
        let milliseconds = max(duration.wholeMilliseconds, 1)
        var limit = timeval(tv_sec: Int(milliseconds / 1000), tv_usec: Int(milliseconds % 1000) * 1000)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Waits until it can be read or, where that is asked for, written.
    ///
    /// - Parameter deadline: nil to wait for ever.
    /// - Returns: false where the time is over.
    func wait(writing: Bool, until deadline: ContinuousClock.Instant?) throws(CallError) -> Bool {
        while true {
            let limit = deadline.map { max(($0 - .now).wholeMilliseconds, 0) }
            var state = pollfd(fd: descriptor, events: Int16(writing ? POLLIN | POLLOUT : POLLIN), revents: 0)
            let count = poll(&state, 1, limit.map { Int32(clamping: $0) } ?? -1)
            if count > 0 { return true }
            if count == 0, limit == 0 { return false }
            if count < 0, errno != EINTR { throw CallError(errno: errno) }
        }
    }

    /// Reads what there is.
    ///
    /// - Returns: nothing at the end, nil where nothing is there yet.
    func read() throws(CallError) -> [UInt8]? {
        var error: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
            let result = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            if result < 0 { error = errno }
            count = max(result, 0)
        }
        switch error {
        case 0, ECONNRESET: return bytes
        case EINTR, EAGAIN: return nil
        default: throw CallError(errno: error)
        }
    }

    /// Writes as much as is taken at once. The corresponding C function is `send`.
    func write(_ bytes: Span<UInt8>) throws(CallError) -> Int {
        let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count >= 0 { return count }
        switch errno {
        case EINTR, EAGAIN: return 0
        case let code: throw CallError(errno: code)
        }
    }

    /// Ends the connection, which wakes who waits for it; from any thread.
    func interrupt() {
        interrupted.store(true, ordering: .releasing)
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Whether it was us who ended it.
    var isInterrupted: Bool { interrupted.load(ordering: .acquiring) }
}

extension Duration {
    /// Rounded up, so that nobody wakes too early again and again.
    fileprivate var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        guard seconds < 1 << 40 else { return .max }
        return seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    }
}
