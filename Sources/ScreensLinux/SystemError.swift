import Glibc

/// A failed system call.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The C function, such as `epoll_create1`.
    package let call: String
    /// The object of the call, for people: a path, a thread's name.
    package let object: String
    /// The system's error number.
    package let errno: Int32

    package init(call: String, object: String, errno: Int32) {
        self.call = call
        self.object = object
        self.errno = errno
    }

    /// One sentence for people.
    package var description: String { "\(call) of \(object): \(Self.text(of: errno))" }

    /// Returns the system's text for an error number. The corresponding C function is `strerror`.
    package static func text(of errno: Int32) -> String { String(cString: strerror(errno)) }
}
