import Glibc
import ScreensLinux
import Synchronization

/// A stream socket that is connected to a service of this machine. It closes itself.
///
/// One thread reads and writes. ``interrupt()`` may be called on any thread.
package final class UnixSocket: Sendable {
    /// The error number of a system call that failed.
    package struct CallError: Error, Sendable, Hashable {
        package let errno: Int32

        /// Whether a connection failed because no program listens at the path.
        package var isWithoutListener: Bool { [ENOENT, ENOTDIR, ECONNREFUSED].contains(errno) }

        /// Whether a connection failed because the user may not use the socket.
        package var isPermissionDenied: Bool { [EACCES, EPERM].contains(errno) }
    }

    private let descriptor: Int32
    private let interrupted = Atomic(false)
    /// The descriptors that have arrived and were not taken yet.
    private let received = Mutex<[Int32]>([])

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
        for file in received.withLock({ $0 }) { close(file) }
    }

    /// Returns the descriptors that accompanied the bytes so far, which the caller owns.
    package func takeDescriptors() -> [Int32] {
        received.withLock { received in
            defer { received = [] }
            return received
        }
    }

    /// Waits until the peer has ended the connection, or sends anything.
    package func waitForEnd() {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while poll(&state, 1, -1) < 0, errno == EINTR {}
    }

    /// Connects to the socket at `path`. The corresponding C function is `connect`.
    ///
    /// - Throws: `ENAMETOOLONG` for a path that no socket can have, `ETIMEDOUT` if the connection is not accepted in
    ///   time.
    package static func connect(to path: String, until deadline: MonotonicTime) throws(CallError) -> UnixSocket {
        let address = UnixAddress(path)
        guard address.isUsable else { throw CallError(errno: ENAMETOOLONG) }
        let descriptor = UnixAddress.streamSocket(blocks: true)
        guard descriptor >= 0 else { throw CallError(errno: Glibc.errno) }
        let socket = UnixSocket(descriptor)
        while true {
            // If the listener's queue is full, a non-blocking call fails at once, and `poll` does not wait for room in
            // the queue.
            socket.limitWaiting(to: MonotonicTime.now.duration(to: deadline))
            if address.withRaw({ Glibc.connect(descriptor, $0, $1) }) == 0 { break }
            switch errno {
            case EINTR where deadline > .now: continue
            case EINTR, EAGAIN: throw CallError(errno: ETIMEDOUT)
            case let code: throw CallError(errno: code)
            }
        }
        guard fcntl(descriptor, F_SETFL, O_NONBLOCK) == 0 else { throw CallError(errno: Glibc.errno) }
        return socket
    }

    private func limitWaiting(to duration: Duration) {
        let milliseconds = Int(max(duration.pollMilliseconds, 1))
        var limit = timeval(tv_sec: milliseconds / 1000, tv_usec: milliseconds % 1000 * 1000)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Waits until the socket can be read or, on request, written.
    ///
    /// - Parameter deadline: the end of the wait; nil to wait for ever.
    /// - Returns: false if the time is over.
    package func wait(writing: Bool, until deadline: MonotonicTime?) throws(CallError) -> Bool {
        while true {
            let limit = deadline.map { MonotonicTime.now.duration(to: $0).pollMilliseconds } ?? -1
            var state = pollfd(fd: descriptor, events: Int16(writing ? POLLIN | POLLOUT : POLLIN), revents: 0)
            let count = poll(&state, 1, limit)
            if count > 0 { return true }
            if count == 0, limit == 0 { return false }
            if count < 0, errno != EINTR { throw CallError(errno: errno) }
        }
    }

    /// Reads the available bytes.
    ///
    /// - Returns: no bytes at the end of the connection, nil if none are available yet.
    package func read() throws(CallError) -> [UInt8]? {
        var error: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: 65536) { buffer, count in
            let (result, files) = SocketMessage.receive(into: UnsafeMutableRawBufferPointer(buffer), on: descriptor)
            if result < 0 { error = errno }
            count = max(result, 0)
            received.withLock { $0 += files }
        }
        switch error {
        case 0, ECONNRESET: return bytes
        case EINTR, EAGAIN: return nil
        default: throw CallError(errno: error)
        }
    }

    /// Writes as much as the socket accepts at once. The corresponding C function is `send`.
    package func write(_ bytes: Span<UInt8>) throws(CallError) -> Int {
        let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count >= 0 { return count }
        switch errno {
        case EINTR, EAGAIN: return 0
        case let code: throw CallError(errno: code)
        }
    }

    /// The descriptor, for `poll`.
    var rawValue: Int32 { descriptor }

    /// Ends the requests: the peer sends its last replies, and ends the connection. The corresponding C function is
    /// `shutdown`.
    func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Ends the connection, which wakes a thread that waits for the socket. May be called on any thread.
    package func interrupt() {
        interrupted.store(true, ordering: .releasing)
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Whether ``interrupt()`` has ended it.
    package var isInterrupted: Bool { interrupted.load(ordering: .acquiring) }
}
