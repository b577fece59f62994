import Glibc

/// The process at the other end of a socket, as of its connection. The corresponding C constant is `SO_PEERCRED`.
package struct PeerCredentials: Sendable, Hashable {
    /// The process id; 0 if the process is in another process namespace.
    package let process: Int32
    /// The user id of the process.
    package let user: UInt32

    /// - Throws: ``SystemError`` if the socket is not connected, or not local.
    package init(ofSocket descriptor: Int32) throws(SystemError) {
        // `struct ucred`: process, user and group.
        var numbers = (UInt32(0), UInt32(0), UInt32(0))
        var length = socklen_t(MemoryLayout.size(ofValue: numbers))
        guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &numbers, &length) == 0 else {
            throw SystemError(call: "getsockopt", object: "SO_PEERCRED", errno: errno)
        }
        process = Int32(bitPattern: numbers.0)
        user = numbers.1
    }

    /// The name that the process gives itself, such as `screens`; nil if it has ended or may not be read.
    package var program: String? {
        guard process > 0 else { return nil }
        return SystemFile.bytes("/proc/\(process)/comm", atMost: 64).map { bytes in
            String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self)
        }
    }

    /// Returns the name of a user; nil if there is none.
    ///
    /// It blocks as long as the system's user database takes, which may be on the network. The corresponding C function
    /// is `getpwuid_r`.
    package static func name(ofUser number: UInt32) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 4096)
        guard getpwuid_r(number, &entry, &buffer, buffer.count, &found) == 0, found != nil, let name = entry.pw_name
        else { return nil }
        return String(cString: name)
    }
}
