import CScreensLinux
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
    /// - Parameter name: the path for errors, if that is another one.
    /// - Returns: at most a few bytes more than `limit`; a result longer than `limit` is incomplete.
    package static func ofRegularFile(
        _ path: String, named name: String? = nil, limit: Int
    ) throws(Problem) -> [UInt8] {
        let file = try RegularFile(path, named: name)
        do throws(SystemError) {
            return try of(file.descriptor, limit: limit, object: name ?? path)
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
            let count = PathCall.recorded {
                chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            }
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

/// A regular file, open for reading.
package struct RegularFile: ~Copyable, DescriptorOwner {
    private let file: PathDescriptor
    /// The path for errors.
    private let name: String
    /// The size in bytes; 0 if its file system does not know it.
    package let size: Int

    package var descriptor: Int32 { file.descriptor }

    /// Opens a file. Pipes and devices are refused, and not opened: opening a pipe without a writer would block, some
    /// devices never end, and others do something when they are opened.
    ///
    /// - Parameter name: the path for errors, if that is another one.
    package init(_ path: String, named name: String? = nil) throws(WholeContent.Problem) {
        let name = name ?? path
        let examined = try Self.open(path, Int32(CLINUX_PATH_ALONE), name)
        var status = stat()
        guard PathCall.recorded({ fstat(examined.descriptor, &status) }) == 0 else {
            throw .failed(SystemError(call: "fstat", object: name, errno: errno))
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFDIR: throw .isDirectory
        default: throw .isSpecial
        }
        // Without `/proc` the path is opened once more.
        let same = "/proc/self/fd/\(examined.descriptor)"
        let readable = PathCall.recorded { access(same, F_OK) } == 0 ? same : path
        file = try Self.open(readable, O_RDONLY | O_NOCTTY | O_NONBLOCK, name)
        self.name = name
        size = Int(status.st_size)
    }

    private static func open(
        _ path: String, _ flags: Int32, _ name: String
    ) throws(WholeContent.Problem) -> PathDescriptor {
        let descriptor = PathCall.recorded { Glibc.open(path, flags | O_CLOEXEC) }
        guard descriptor >= 0 else { throw .failed(SystemError(call: "open", object: name, errno: errno)) }
        return PathDescriptor(adopting: descriptor)
    }

    /// Appends the next bytes to others.
    ///
    /// - Parameters:
    ///   - limit: the number of bytes at which it ends.
    ///   - continues: called with all bytes after each step; the reading ends if it returns false.
    package func read(
        to bytes: inout [UInt8], limit: Int, while continues: ([UInt8]) -> Bool = { _ in true }
    ) throws(WholeContent.Problem) {
        var chunk = [UInt8](repeating: 0, count: min(limit, 1 << 16))
        while bytes.count < limit {
            let wanted = min(chunk.count, limit - bytes.count)
            let count = PathCall.recorded {
                chunk.withUnsafeMutableBytes { Glibc.read(file.descriptor, $0.baseAddress, wanted) }
            }
            if count == 0 { return }
            if count > 0 {
                bytes += chunk[..<count]
                guard continues(bytes) else { return }
            } else if errno != EINTR {
                throw .failed(SystemError(call: "read", object: name, errno: errno))
            }
        }
    }
}
