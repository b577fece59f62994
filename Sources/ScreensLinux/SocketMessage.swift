import Glibc

/// Bytes of a local socket, with descriptors.
package enum SocketMessage {
    /// The most descriptors of a message (`SCM_MAX_FD`). The kernel would close further ones in the receiving thread,
    /// and the close of a file of another program may block.
    package static let mostDescriptors = 253
    private static let header = MemoryLayout<cmsghdr>.size

    /// Sends bytes, and a descriptor whose open file the receiver gets with the first byte. The corresponding C
    /// function is `sendmsg` with `SCM_RIGHTS`.
    ///
    /// - Parameter address: the receiver; nil for the socket's own connection.
    /// - Returns: the number of bytes taken, or -1 with `errno`.
    package static func send(
        _ bytes: UnsafeRawBufferPointer, to address: (start: UnsafePointer<sockaddr>, length: socklen_t)? = nil,
        passing passed: Int32?, on socket: Int32
    ) -> Int {
        // A header, and a descriptor after it, in a whole number of words.
        var control = [UInt64](repeating: 0, count: header / 8 + 1)
        return control.withUnsafeMutableBytes { control in
            var part = iovec(iov_base: UnsafeMutableRawPointer(mutating: bytes.baseAddress), iov_len: bytes.count)
            return withUnsafeMutablePointer(to: &part) { part in
                var message = msghdr()
                message.msg_name = UnsafeMutableRawPointer(mutating: address?.start)
                message.msg_namelen = address?.length ?? 0
                message.msg_iov = part
                message.msg_iovlen = 1
                if let passed {
                    var rights = cmsghdr()
                    rights.cmsg_len = header + MemoryLayout<Int32>.size
                    rights.cmsg_level = SOL_SOCKET
                    rights.cmsg_type = Int32(SCM_RIGHTS)
                    control.storeBytes(of: rights, as: cmsghdr.self)
                    control.storeBytes(of: passed, toByteOffset: header, as: Int32.self)
                    message.msg_control = control.baseAddress
                    message.msg_controllen = control.count
                }
                return sendmsg(socket, &message, Int32(MSG_NOSIGNAL))
            }
        }
    }

    /// Lets a stream socket receive urgent bytes (`MSG_OOB`) among the others, with their descriptors. Without it the
    /// kernel drops such a byte, and closes its files in the receiving thread, which may block. Accepted sockets do not
    /// inherit it. The corresponding C constant is `SO_OOBINLINE`.
    package static func receiveUrgentBytes(on socket: Int32) {
        var isInline: Int32 = 1
        _ = setsockopt(socket, SOL_SOCKET, SO_OOBINLINE, &isInline, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Receives bytes, and their descriptors, which the caller owns and `exec` closes. The corresponding C function is
    /// `recvmsg` with `MSG_CMSG_CLOEXEC`.
    ///
    /// - Returns: the number of bytes received, 0 at the end, or -1 with `errno`.
    package static func receive(
        into bytes: UnsafeMutableRawBufferPointer, on socket: Int32
    ) -> (count: Int, descriptors: [Int32]) {
        // A message has one such part.
        var control = [UInt64](repeating: 0, count: (header + mostDescriptors * MemoryLayout<Int32>.size + 7) / 8)
        return control.withUnsafeMutableBytes { control in
            var part = iovec(iov_base: bytes.baseAddress, iov_len: bytes.count)
            return withUnsafeMutablePointer(to: &part) { part in
                var message = msghdr()
                message.msg_iov = part
                message.msg_iovlen = 1
                message.msg_control = control.baseAddress
                message.msg_controllen = control.count
                let count = recvmsg(socket, &message, Int32(MSG_CMSG_CLOEXEC))
                guard count >= 0, message.msg_controllen >= header else { return (count, []) }
                let rights = control.load(as: cmsghdr.self)
                guard rights.cmsg_level == SOL_SOCKET, rights.cmsg_type == Int32(SCM_RIGHTS) else { return (count, []) }
                let room = min(Int(rights.cmsg_len), control.count) - header
                let descriptors = (0..<max(room, 0) / MemoryLayout<Int32>.size).map { place in
                    control.load(fromByteOffset: header + place * MemoryLayout<Int32>.size, as: Int32.self)
                }
                return (count, descriptors)
            }
        }
    }
}
