import Glibc

/// Links to other files.
package enum SymbolicLink {
    /// What a link says; nil for what is no link. It may be relative to the folder that the link is in, and lead nowhere.
    package static func target(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
