import Glibc

/// Appends lines to files that outlive power cuts.
package enum AppendedFile {
    /// Appends lines, and returns when the disk has stored them. If it fails, the file is as before.
    ///
    /// A last line that a power cut has torn is ended first, so that it spoils no other one. A link is not followed.
    package static func append(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let descriptor = PathCall.recorded { open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o640) }
        guard descriptor >= 0 else { throw SystemError(call: "open", object: path, errno: errno) }
        defer { _ = PathCall.recorded { close(descriptor) } }
        let length = PathCall.recorded { lseek(descriptor, 0, SEEK_END) }
        guard length >= 0 else { throw SystemError(call: "lseek", object: path, errno: errno) }
        var last: UInt8 = 0
        let isTorn = length > 0 && pread(descriptor, &last, 1, length - 1) == 1 && last != UInt8(ascii: "\n")
        let whole = (isTorn ? [UInt8(ascii: "\n")] : []) + bytes
        var written = 0
        while written < whole.count {
            let count = whole[written...].withUnsafeBytes { rest in
                PathCall.recorded { Glibc.write(descriptor, rest.baseAddress, rest.count) }
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw undone(descriptor, length, path) }
            written += count
        }
        guard PathCall.recorded({ fdatasync(descriptor) }) == 0 else { throw undone(descriptor, length, path) }
    }

    /// Cuts off what was written before a failure.
    private static func undone(_ descriptor: Int32, _ length: Int, _ path: String) -> SystemError {
        let error = SystemError(call: "write", object: path, errno: errno)
        _ = PathCall.recorded { ftruncate(descriptor, length) }
        return error
    }
}
