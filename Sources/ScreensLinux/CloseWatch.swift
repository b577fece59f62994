/// Reports when programs close a file that they had opened for writing, such as a device node.
///
/// The kernel reports a close just before it calls the driver's release function.
package final class CloseWatch: Sendable {
    private let changes: FileChanges

    /// - Throws: ``SystemError`` if the file does not exist, or the process may have no more watches.
    package init(_ path: String) throws(SystemError) {
        changes = try FileChanges(for: path)
        try changes.watch(path, for: .closed)
    }

    /// The descriptor that becomes readable when the file was closed.
    package var descriptor: Int32 { changes.descriptor }

    /// Whether the file was closed since the last call.
    package func take() -> Bool {
        var wasClosed = false
        changes.take { _, _ in wasClosed = true }
        return wasClosed
    }
}
