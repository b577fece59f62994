import CScreensLinux
import Glibc

/// Files in memory without a name.
package enum MemoryFile {
    /// Makes a file of some bytes, which no other program can change or truncate.
    ///
    /// - Parameter name: the name of the file in `/proc`, and in errors.
    /// - Returns: the descriptor, which the caller owns. The corresponding C function is `memfd_create`.
    package static func make(_ name: String, _ bytes: [UInt8]) throws(SystemError) -> Int32 {
        let descriptor = clinux_memory_file(name)
        guard descriptor >= 0 else { throw SystemError(call: "memfd_create", object: name, errno: errno) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else {
                let error = SystemError(call: "write", object: name, errno: errno)
                close(descriptor)
                throw error
            }
            rest = rest.dropFirst(max(count, 0))
        }
        return descriptor
    }
}
