import Glibc

/// The identity of a file and its content. Another version has, or may have, another content.
package struct FileVersion: Sendable, Hashable {
    private let device: UInt64
    private let number: UInt64
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// The version of the file at a path; nil if there is no file.
    package init?(of path: String) {
        var status = stat()
        guard PathCall.recorded({ stat(path, &status) }) == 0 else { return nil }
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        size = Int64(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
