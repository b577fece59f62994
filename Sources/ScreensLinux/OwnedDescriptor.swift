import Glibc

/// An owner of a descriptor that an event loop can wait for.
package protocol DescriptorOwner: ~Copyable, Sendable {
    /// The descriptor, which is open as long as its owner lives.
    var descriptor: Int32 { get }
}

/// A file descriptor that its owner closes.
package struct OwnedDescriptor: ~Copyable, DescriptorOwner {
    package let rawValue: Int32

    package var descriptor: Int32 { rawValue }

    /// Takes over `rawValue`, which must be open and have no other owner.
    package init(adopting rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Opens `path`. The corresponding C function is `open`.
    package init(path: String, flags: Int32) throws(SystemError) {
        var descriptor: Int32
        repeat {
            descriptor = open(path, flags | O_CLOEXEC)
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw SystemError(call: "open", object: path, errno: errno) }
        rawValue = descriptor
    }

    /// Makes another descriptor of the same open file, which never blocks. The corresponding C function is `fcntl` with
    /// `F_DUPFD_CLOEXEC`.
    ///
    /// - Parameter descriptor: the descriptor, which stays open and with its owner. Not blocking is a property of the
    ///   open file, and so of both.
    package init(duplicating descriptor: Int32) throws(SystemError) {
        let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
        guard copy >= 0 else { throw SystemError(call: "fcntl", object: "descriptor \(descriptor)", errno: errno) }
        _ = fcntl(copy, F_SETFL, fcntl(copy, F_GETFL) | O_NONBLOCK)
        rawValue = copy
    }

    deinit {
        _ = close(rawValue)
    }
}
