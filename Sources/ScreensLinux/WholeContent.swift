import Glibc

/// Reads files from their beginning to their end, up to a limit: a pipe or a device may never end.
package enum WholeContent {
    /// The reason why a path has no content to read.
    package enum Problem: Error, Sendable, Hashable {
        case isDirectory
        /// A pipe, a socket or a device.
        case isSpecial
        case failed(SystemError)
    }

    /// Returns the bytes of a regular file. Opening a pipe without a writer blocks, and some devices never end: they
    /// are refused.
    ///
    /// - Returns: at most a few bytes more than `limit`; a result longer than `limit` is incomplete.
    package static func ofRegularFile(_ path: String, limit: Int) throws(Problem) -> [UInt8] {
        try PathCall.recorded { () throws(Problem) in try bytes(ofRegularFile: path, limit: limit) }
    }

    private static func bytes(ofRegularFile path: String, limit: Int) throws(Problem) -> [UInt8] {
        // Opening a pipe would block otherwise.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw .failed(SystemError(call: "open", object: path, errno: errno)) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else {
            throw .failed(SystemError(call: "fstat", object: path, errno: errno))
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .isDirectory
        default: throw .isSpecial
        }
        do throws(SystemError) {
            return try of(descriptor, limit: limit, object: path)
        } catch {
            throw .failed(error)
        }
    }

    /// Returns the bytes that a descriptor still has. It reads to the end, because the size of files in sysfs is always
    /// 0.
    ///
    /// - Parameter object: the name of the file in errors.
    /// - Returns: at most a few bytes more than `limit`; a result longer than `limit` is incomplete.
    package static func of(_ descriptor: Int32, limit: Int, object: String) throws(SystemError) -> [UInt8] {
        var content: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        // One byte too many reveals that the limit is exceeded.
        while content.count <= limit {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { break }
            if count > 0 {
                content += chunk[..<count]
            } else if errno != EINTR {
                throw SystemError(call: "read", object: object, errno: errno)
            }
        }
        return content
    }
}
