import Glibc
import ScreensLinux

/// A socket joined to two files: the bytes of one are sent, and the received bytes are written to the other.
package struct SocketBridge {
    /// The number of bytes that a pipe with room takes at once (`PIPE_BUF`).
    private static let piece = 4096
    private static let chunk = 65536

    private let socket: UnixSocket
    private let input: Int32
    private let output: Int32
    /// The bytes that the socket has not taken yet.
    private var outgoing: [UInt8] = []
    /// The bytes that the output has not taken yet.
    private var incoming: [UInt8] = []
    private var hasInput = true
    private var isConnected = true

    /// - Parameters:
    ///   - input: a descriptor that the caller keeps.
    ///   - output: a descriptor that the caller keeps.
    package init(_ socket: UnixSocket, input: Int32, output: Int32) {
        self.socket = socket
        self.input = input
        self.output = output
    }

    /// Runs until the peer has ended the connection, or nothing reads the output any longer. After the end of the input
    /// it waits for the last replies.
    package mutating func run() throws(SystemError) {
        while isConnected || !incoming.isEmpty {
            guard try takeNext() else { return }
        }
    }

    /// Waits, and passes bytes on.
    ///
    /// - Returns: false if nothing reads the output.
    private mutating func takeNext() throws(SystemError) -> Bool {
        // `poll` returns at once for a descriptor that has hung up, so a descriptor is only polled if it is used.
        let isSocketNeeded = isConnected && (incoming.isEmpty || !outgoing.isEmpty)
        let wanted = (incoming.isEmpty ? POLLIN : 0) | (outgoing.isEmpty ? 0 : POLLOUT)
        var polled = [
            pollfd(fd: hasInput && outgoing.isEmpty ? input : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isSocketNeeded ? socket.rawValue : -1, events: Int16(wanted), revents: 0),
            pollfd(fd: output, events: Int16(incoming.isEmpty ? 0 : POLLOUT), revents: 0),
        ]
        guard poll(&polled, 3, -1) >= 0 else {
            guard errno == EINTR else { throw SystemError(call: "poll", object: "the bridge", errno: errno) }
            return true
        }
        if polled[2].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { return false }
        if polled[2].revents != 0 { try writeOutput() }
        if polled[0].revents != 0 { try readInput() }
        if polled[1].revents != 0 { exchange() }
        return true
    }

    private mutating func readInput() throws(SystemError) {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        let count = read(input, &bytes, bytes.count)
        if count > 0 {
            outgoing = Array(bytes[..<count])
        } else if count == 0 {
            hasInput = false
            socket.endWriting()
        } else if errno != EINTR, errno != EAGAIN {
            throw SystemError(call: "read", object: "the input", errno: errno)
        }
    }

    private mutating func writeOutput() throws(SystemError) {
        let count = write(output, incoming, min(incoming.count, Self.piece))
        if count > 0 {
            incoming.removeFirst(count)
        } else if errno != EINTR, errno != EAGAIN {
            throw SystemError(call: "write", object: "the output", errno: errno)
        }
    }

    private mutating func exchange() {
        do throws(UnixSocket.CallError) {
            if !outgoing.isEmpty {
                let count = try socket.write(outgoing.span)
                outgoing.removeFirst(count)
            }
        } catch {
            // The peer no longer reads, but its last replies may still come.
            (outgoing, hasInput) = ([], false)
        }
        guard incoming.isEmpty else { return }
        do throws(UnixSocket.CallError) {
            guard let bytes = try socket.read() else { return }
            isConnected = !bytes.isEmpty
            incoming = bytes
        } catch {
            isConnected = false
        }
        // Files do not pass a bridge.
        for file in socket.takeDescriptors() { close(file) }
    }
}
