import Glibc
import ProgramKit

/// Files of the kernel and the system: read where they exist, and up to an expected size.
enum SystemFile {
    private static let limit = 1 << 16

    /// The beginning of a file as a text, or nil where it cannot be read.
    static func text(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }

    /// The beginning of a file, or nil where it cannot be read.
    static func bytes(_ path: String) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: limit)
        var filled = 0
        while filled < limit {
            let count = bytes[filled...].withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // A directory, or a process that has ended meanwhile.
            if count < 0 { return nil }
            if count == 0 { break }
            filled += count
        }
        return Array(bytes[..<filled])
    }

    /// The first line of a file, without its end.
    static func line(_ path: String) -> String? {
        text(path)?.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init)
    }

    /// The names in a folder, in no order; empty where it cannot be read.
    static func names(in folder: String) -> [String] { (try? FolderListing.names(in: folder)) ?? [] }

    /// The path without any links in it.
    static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
