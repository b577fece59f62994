import Glibc

/// The address of a Unix socket: a path, or a name in the abstract namespace, which begins with `@`.
struct UnixAddress: Sendable, Hashable {
    let path: String

    init(_ path: String) {
        self.path = path
    }

    /// As the kernel wants it; nil for a path that is empty or too long.
    var raw: (address: sockaddr_un, length: socklen_t)? {
        var bytes = Array(path.utf8)
        let isAbstract = bytes.first == UInt8(ascii: "@")
        if isAbstract { bytes[0] = 0 }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let offset = MemoryLayout<sockaddr_un>.offset(of: \.sun_path) ?? 2
        // A path ends with a zero, which has to find its place too.
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return nil }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        return (address, socklen_t(offset + bytes.count + (isAbstract ? 0 : 1)))
    }
}
