import CScreensLinux
import Glibc

/// Files of the kernel and the system, in sysfs and `/proc`: read if they exist, and up to an expected size.
package enum SystemFile {
    /// The size of a page, the limit of a text file in sysfs.
    private static let page = 4096

    /// Returns the beginning of a file, or nil if it cannot be read.
    package static func bytes(_ path: String, atMost limit: Int = 1 << 16) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: min(limit, page))
        while bytes.count < limit {
            let count = read(descriptor, &buffer, min(buffer.count, limit - bytes.count))
            if count < 0, errno == EINTR { continue }
            // A folder, or a process that has ended meanwhile.
            if count < 0 { return nil }
            if count == 0 { break }
            bytes += buffer.prefix(count)
        }
        return bytes
    }

    /// Whether a file has an access list, which gives users and groups other rights than its mode.
    package static func hasAccessList(_ path: String) -> Bool { clinux_has_access_list(path) != 0 }

    /// Returns the beginning of a file as a text, or nil if it cannot be read.
    package static func text(_ path: String) -> String? { bytes(path).map { String(decoding: $0, as: UTF8.self) } }

    /// Returns the first line of a file, without its end.
    package static func line(_ path: String) -> String? {
        text(path)?.split(separator: "\n", omittingEmptySubsequences: false).first.map(String.init)
    }

    /// Returns the lines of a file that are not empty; an empty list if it cannot be read.
    package static func lines(_ path: String) -> [String] {
        (text(path) ?? "").split(separator: "\n").map(String.init)
    }

    /// Returns the sorted names in a folder, without `.` and `..`; an empty list if it cannot be read.
    package static func names(in folder: String) -> [String] { ((try? entries(of: folder)) ?? []).sorted() }

    /// The most entries that are read of a folder: a share may list others without end.
    package static let mostEntries = 1_000_000

    /// Returns the names in a folder, in no order, without `.` and `..`.
    ///
    /// - Parameters:
    ///   - limit: the most names; more are left out.
    ///   - mostRead: the most entries that are read, also if they do not count.
    ///   - isIncluded: whether a name counts.
    /// - Throws: if the folder cannot be opened, or has more entries (`EFBIG`). The corresponding C functions are
    ///   `opendir` and `readdir`.
    package static func entries(
        of folder: String, limit: Int = .max, mostRead: Int = mostEntries,
        where isIncluded: (String) -> Bool = { _ in true }
    ) throws(SystemError) -> [String] {
        guard let stream = PathCall.recorded({ opendir(folder) }) else {
            throw SystemError(call: "opendir", object: folder, errno: errno)
        }
        defer { _ = PathCall.recorded { closedir(stream) } }
        var (names, readCount) = ([String](), 0)
        while names.count < limit, let entry = PathCall.recorded({ readdir(stream) }) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            guard name != ".", name != ".." else { continue }
            readCount += 1
            guard readCount <= mostRead else { throw SystemError(call: "readdir", object: folder, errno: EFBIG) }
            if isIncluded(name) { names.append(name) }
        }
        return names
    }

    /// Returns the path without any links in it.
    package static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// Whether this process may read a file.
    package static func isReadable(_ path: String) -> Bool { PathCall.recorded { access(path, R_OK) } == 0 }

    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
