import Glibc

/// A descriptor with several owners, closed with the last of them.
package final class SharedDescriptor: Sendable {
    private let file: OwnedDescriptor

    package var rawValue: Int32 { file.rawValue }

    package init(_ file: consuming OwnedDescriptor) {
        self.file = file
    }

    /// Makes another descriptor of the same open file, whose properties stay. The corresponding C function is `fcntl`
    /// with `F_DUPFD_CLOEXEC`.
    package convenience init(duplicating descriptor: Int32) throws(SystemError) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw SystemError(call: "fcntl", object: "descriptor \(descriptor)", errno: errno) }
        self.init(OwnedDescriptor(adopting: copy))
    }

    /// Accepts the next connected client with a socket that does not block; nil if there is none, or no room for it.
    /// The corresponding C function is `accept`.
    package convenience init?(accepting listener: Int32) {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { return nil }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
        self.init(OwnedDescriptor(adopting: descriptor))
    }

    /// Accepts the next connected client, as ``init(accepting:)`` does; nil also if it has another user, who cannot
    /// enter the folder of the socket unless its user has changed the permissions.
    package convenience init?(acceptingOwnUser listener: Int32) {
        self.init(accepting: listener)
        guard let peer = try? PeerCredentials(ofSocket: rawValue), peer.user == geteuid() else { return nil }
    }

    /// Makes two sockets, each of which reports a hangup when the other one is closed. The corresponding C function is
    /// `socketpair`.
    ///
    /// - Parameter hasMessages: whether the bytes of one send arrive as one message (`SOCK_SEQPACKET`).
    package static func pair(
        for object: String, hasMessages: Bool = false
    ) throws(SystemError) -> (SharedDescriptor, SharedDescriptor) {
        var ends: [Int32] = [-1, -1]
        let kind = hasMessages ? SOCK_SEQPACKET : SOCK_STREAM
        guard socketpair(AF_UNIX, Int32(kind.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw SystemError(call: "socketpair", object: object, errno: errno)
        }
        return (
            SharedDescriptor(OwnedDescriptor(adopting: ends[0])), SharedDescriptor(OwnedDescriptor(adopting: ends[1]))
        )
    }
}
