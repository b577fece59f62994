import Glibc

/// Symbolic links.
package enum SymbolicLink {
    /// Returns the target of a link, which may be relative to the link's folder and need not exist; nil for anything
    /// but a link.
    package static func target(of path: String) -> String? { target(of: path, in: AT_FDCWD) }

    /// - Parameter folder: the open folder of a relative path; for an empty path the link itself.
    static func target(of path: String, in folder: Int32) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = PathCall.recorded { readlinkat(folder, path, &buffer, buffer.count) }
        guard count > 0, count < buffer.count else { return nil }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
