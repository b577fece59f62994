import Glibc

/// The identity of a file and its content. Another version has, or may have, another content.
package struct FileVersion: Sendable, Hashable {
    private let identity: FileIdentity
    private let size: Int64
    private let seconds: Int
    private let nanoseconds: Int

    /// The version of the file at a path; nil if there is no file.
    package init?(of path: String) {
        var status = stat()
        guard PathCall.recorded({ stat(path, &status) }) == 0 else { return nil }
        identity = FileIdentity(status)
        size = Int64(status.st_size)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
