import Glibc

/// The socket on which a program is called: passed by the service manager, or opened at a path.
public enum ProgramSocket {
    /// Why no socket is opened.
    public struct Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// A sentence for people.
        public let description: String
    }

    /// The most connections that wait until the program accepts them.
    private static let backlog: Int32 = 64

    /// Opens a socket at a path, in place of one that another run has left. The corresponding C functions are `bind`
    /// and `listen`.
    ///
    /// - Returns: the listening socket, which the caller owns.
    public static func open(_ path: String) throws(Failure) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw Failure(description: "cannot listen at \(path): the path is too long")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        unlink(path)
        let isBound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        guard isBound, listen(descriptor, backlog) == 0 else {
            let failure = Failure(description: "cannot listen at \(path): \(String(cString: strerror(errno)))")
            close(descriptor)
            throw failure
        }
        return descriptor
    }
}
