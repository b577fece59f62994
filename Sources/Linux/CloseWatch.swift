import CLinux
import Glibc

/// Reports when programs close a file that they had opened for writing, such as a device's node. The corresponding C
/// functions are `inotify_init1` and `inotify_add_watch`, with `IN_CLOSE_WRITE`.
///
/// The kernel reports a close just before it calls the driver's release function.
package final class CloseWatch: Sendable {
    private let file: OwnedDescriptor

    /// - Throws: ``SystemError`` where the file does not exist, or the process may have no more watches.
    package init(_ path: String) throws(SystemError) {
        let descriptor = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError(call: "inotify_init1", object: path, errno: errno) }
        file = OwnedDescriptor(adopting: descriptor)
        guard inotify_add_watch(descriptor, path, UInt32(IN_CLOSE_WRITE)) >= 0 else {
            throw SystemError(call: "inotify_add_watch", object: path, errno: errno)
        }
    }

    /// Becomes readable when the file was closed.
    package var descriptor: Int32 { file.rawValue }

    /// Whether it was closed since the last call.
    package func take() -> Bool {
        var wasClosed = false
        let count = 4096
        withUnsafeTemporaryAllocation(byteCount: count, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while read(file.rawValue, buffer.baseAddress, count) > 0 { wasClosed = true }
        }
        return wasClosed
    }
}
