import CScreensLinux
import Glibc

/// A counter that threads add to and another thread waits for: an eventfd, which never blocks.
package struct EventCounter: ~Copyable, DescriptorOwner {
    private let file: OwnedDescriptor

    /// The corresponding C function is `eventfd`.
    ///
    /// - Parameter object: the purpose of the counter, for errors.
    package init(for object: String) throws(SystemError) {
        let descriptor = Self.open()
        guard descriptor >= 0 else { throw SystemError(call: "eventfd", object: object, errno: errno) }
        file = OwnedDescriptor(adopting: descriptor)
    }

    /// The descriptor that becomes readable after an addition.
    package var descriptor: Int32 { file.rawValue }

    /// Opens a descriptor without an owner, to be kept in an atomic; -1 if the process may have no more.
    package static func open() -> Int32 { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) }

    /// Adds one. It may be called on any thread, including in the frame path.
    package func add() { Self.add(to: file.rawValue) }

    /// Adds one to the counter of a descriptor.
    package static func add(to descriptor: Int32) {
        var one: UInt64 = 1
        _ = write(descriptor, &one, 8)
    }

    /// Returns the sum since the last call, or 0.
    @discardableResult
    package func take() -> UInt64 { Self.take(from: file.rawValue) }

    /// Returns the sum of a descriptor's counter since the last call, or 0.
    @discardableResult
    package static func take(from descriptor: Int32) -> UInt64 {
        var sum: UInt64 = 0
        return read(descriptor, &sum, 8) == 8 ? sum : 0
    }
}
