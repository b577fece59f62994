import Glibc

/// The identity of a file, whatever name or descriptor it has: its file system and its inode.
package struct FileIdentity: Sendable, Hashable {
    private let device: UInt64
    private let inode: UInt64

    /// Reads the identity of a file in memory or of a dma-buf, which does not block. The corresponding C function is
    /// `fstat`.
    ///
    /// - Returns: nil if the call fails.
    package init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
    }
}
