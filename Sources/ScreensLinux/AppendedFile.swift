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
        var last = UInt8(ascii: "\n")
        if length > 0 { _ = PathCall.recorded { pread(descriptor, &last, 1, length - 1) } }
        let lines = last == UInt8(ascii: "\n") ? bytes : [UInt8(ascii: "\n")] + bytes
        guard AtomicFile.write(lines, into: descriptor), PathCall.recorded({ fdatasync(descriptor) }) == 0 else {
            let error = SystemError(call: "write", object: path, errno: errno)
            _ = PathCall.recorded { ftruncate(descriptor, length) }
            throw error
        }
    }
}
