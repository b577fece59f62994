import Glibc

/// A file descriptor that is closed when its owner goes away.
public struct OwnedDescriptor: ~Copyable, Sendable {
    public let rawValue: Int32

    /// Takes over `rawValue`, which must be open and nobody else's to close.
    public init(adopting rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Opens `path`. The corresponding C function is `open`.
    public init(path: String, flags: Int32) throws(KMSError) {
        var descriptor: Int32
        repeat {
            descriptor = open(path, flags | O_CLOEXEC)
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw KMSError(call: "open", object: path, errno: errno) }
        rawValue = descriptor
    }

    deinit {
        _ = close(rawValue)
    }
}
