import Glibc

/// The address of a Unix socket: a path, or a name in the abstract namespace, which begins with `@`.
package struct UnixAddress: Sendable, Hashable {
    package let path: String

    package init(_ path: String) {
        self.path = path
    }

    /// Reads the path that a socket is bound to; nil if it has none. The corresponding C function is `getsockname`.
    package init?(ofSocket descriptor: Int32) {
        var address = sockaddr_un()
        var length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0, address.sun_family == sa_family_t(AF_UNIX) else { return nil }
        let path = withUnsafeBytes(of: &address.sun_path) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        guard !path.isEmpty else { return nil }
        self.path = path
    }

    /// Whether the kernel accepts it: it is not empty, has at most 107 bytes, and no NUL.
    package var isUsable: Bool { raw != nil }

    private var raw: (address: sockaddr_un, length: socklen_t)? {
        var bytes = Array(path.utf8)
        guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
        let isAbstract = bytes[0] == UInt8(ascii: "@")
        if isAbstract { bytes[0] = 0 }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        // A path ends with a NUL, which needs a byte too.
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return (address, socklen_t(offset + bytes.count + (isAbstract ? 0 : 1)))
    }

    /// Calls `body` with the address for the kernel; returns nil if the address is not usable.
    package func withRaw<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result? {
        guard let (address, length) = raw else { return nil }
        return withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }

    /// Makes a stream socket of this family, closed in children; -1 if the process may have no more. The corresponding
    /// C function is `socket`.
    package static func streamSocket(blocks: Bool) -> Int32 {
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (blocks ? 0 : SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, Int32(kind), 0)
        if descriptor >= 0 { SocketMessage.receiveUrgentBytes(on: descriptor) }
        return descriptor
    }

    /// Makes a connection-oriented socket of messages (`SOCK_SEQPACKET`), which does not block, closed in children; -1
    /// if the process may have no more. The corresponding C function is `socket`.
    package static func messageSocket() -> Int32 {
        socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
    }

    /// Sends a datagram to this address, without waiting for the receiver. The corresponding C function is `sendmsg`
    /// with `SCM_RIGHTS`.
    ///
    /// - Parameter passed: a descriptor whose open file the receiver also gets.
    /// - Returns: the errno; 0 if it was sent. An unusable address gives ENOENT.
    package func send(_ bytes: [UInt8], passing passed: Int32? = nil) -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        return withRaw { address, length in
            let sent = bytes.withUnsafeBytes { bytes in
                SocketMessage.send(bytes, to: (address, length), passing: passed, on: descriptor)
            }
            return sent >= 0 ? 0 : errno
        } ?? ENOENT
    }
}
