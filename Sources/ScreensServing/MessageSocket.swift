import Glibc
import ScreensJSON
import ScreensLinux

/// A connected socket with messages of JSON, each of which ends with a NUL, and with descriptors beside them. It closes
/// itself.
///
/// Calls do not wait, except the one with a limit in milliseconds. One thread uses it.
public final class MessageSocket {
    /// Why a socket can no longer be used.
    public enum Failure: Error, Sendable, Hashable {
        /// The peer has ended the connection.
        case ended
        /// A system call has failed.
        case system(errno: Int32)
        /// The peer has sent bytes that are not a message, a message that is too long, or too many descriptors.
        case invalid
        /// The peer does not read what it is sent.
        case stuck
    }

    /// The most bytes that wait for the peer.
    private static let mostWaiting = 1 << 18
    /// The most bytes that are received at once.
    private static let mostReceived = 1 << 14

    public let descriptor: Int32
    private let longest: Int
    private let mostFiles: Int
    private var input: [UInt8] = []
    private var output: [(bytes: [UInt8], file: Int32?)] = []
    private var files: [Int32] = []

    /// - Parameters:
    ///   - descriptor: an open socket without another owner, which does not block from now on.
    ///   - longest: the most bytes of a message.
    ///   - mostFiles: the most descriptors that wait for `takeFile()`. More of them end the connection.
    public init(adopting descriptor: Int32, longest: Int = 1 << 16, mostFiles: Int = 0) {
        self.descriptor = descriptor
        self.longest = longest
        self.mostFiles = mostFiles
        _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
        SocketMessage.receiveUrgentBytes(on: descriptor)
    }

    deinit {
        for case (_, let file?) in output { close(file) }
        // The files of the peer, which may block.
        for file in files { FileCloser.close(file) }
        FileCloser.close(connection: descriptor)
    }

    /// Connects to a socket at a path. The corresponding C function is `connect`.
    public convenience init(path: String) throws(Failure) {
        let address = UnixAddress(path)
        guard address.isUsable else { throw .system(errno: ENAMETOOLONG) }
        let descriptor = UnixAddress.streamSocket(blocks: true)
        guard descriptor >= 0 else { throw .system(errno: errno) }
        self.init(adopting: descriptor, longest: 1 << 20)
        guard address.withRaw({ connect(descriptor, $0, $1) }) == 0 else { throw .system(errno: errno) }
    }

    /// Whether messages wait until the peer reads.
    public var wantsOutput: Bool { !output.isEmpty }

    /// Sends a message.
    ///
    /// - Parameter file: a descriptor whose open file the peer gets beside it. It stays with the caller.
    public func send(_ message: JSONValue, passing file: Int32? = nil) throws(Failure) {
        let copy = file.map { fcntl($0, F_DUPFD_CLOEXEC, 3) }
        if let copy, copy < 0 { throw .system(errno: errno) }
        output.append((message.encoded + [0], copy))
        guard output.reduce(0, { $0 + $1.bytes.count }) <= Self.mostWaiting else { throw .stuck }
        try flush()
    }

    /// Sends as much as the peer takes at once.
    public func flush() throws(Failure) {
        while let next = output.first {
            let sent = next.bytes.withUnsafeBytes { SocketMessage.send($0, passing: next.file, on: descriptor) }
            if sent < 0 {
                if errno == EAGAIN { return }
                if errno == EINTR { continue }
                throw errno == EPIPE || errno == ECONNRESET ? .ended : .system(errno: errno)
            }
            if let file = next.file { close(file) }
            output[0] = (Array(next.bytes[sent...]), nil)
            if output[0].bytes.isEmpty { output.removeFirst() }
        }
    }

    /// Receives a part of what has come, so that no peer keeps the thread. The socket can be read as long as there is
    /// more.
    ///
    /// - Returns: the messages that are complete now.
    public func receive() throws(Failure) -> [JSONValue] {
        // The NUL after the longest message has room as well.
        var bytes = [UInt8](repeating: 0, count: min(Self.mostReceived, longest + 1 - input.count))
        let (count, received) = bytes.withUnsafeMutableBytes { SocketMessage.receive(into: $0, on: descriptor) }
        files += received
        guard files.count <= mostFiles else { throw .invalid }
        if count < 0, errno == EINTR || errno == EAGAIN { return [] }
        guard count > 0 else { throw .ended }
        input += bytes[..<count]
        return try takeMessages()
    }

    /// Waits until the peer has sent something, or has left.
    ///
    /// - Parameter milliseconds: the longest wait; -1 for no limit.
    public func wait(milliseconds: Int32) {
        var state = pollfd(fd: descriptor, events: Int16(POLLIN | (wantsOutput ? POLLOUT : 0)), revents: 0)
        _ = poll(&state, 1, milliseconds)
    }

    /// Returns the oldest descriptor that has come, which the caller owns from now on; nil if none waits. Its close may
    /// block: `FileCloser` closes it elsewhere.
    public func takeFile() -> Int32? { files.isEmpty ? nil : files.removeFirst() }

    private func takeMessages() throws(Failure) -> [JSONValue] {
        var messages: [JSONValue] = []
        var start = 0
        while let end = input[start...].firstIndex(of: 0) {
            guard let message = try? JSONValue(decoding: Array(input[start..<end])) else { throw .invalid }
            messages.append(message)
            start = end + 1
        }
        input.removeFirst(start)
        guard input.count <= longest else { throw .invalid }
        return messages
    }
}
