import CScreensLinux
import Glibc

/// Writes files that appear as a whole or not at all.
package enum AtomicFile {
    private static let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
    /// The most attempts to find a name for a temporary file.
    private static let mostNames = 100

    /// Writes `bytes` to a file beside `path`, and renames it to `path`.
    ///
    /// A device or a pipe at `path` is written to instead, once it has a reader. A link stays, and its target is
    /// replaced.
    package static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return try replace(target(ofLink: path) ?? path, with: bytes)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return try writeInto(path, bytes) }
        guard let target = realpath(path, nil) else { throw error("realpath", path) }
        defer { free(target) }
        try replace(String(cString: target), with: bytes)
    }

    /// Writes `bytes` to a file that replaces anything with this name.
    ///
    /// - Parameters:
    ///   - survivesPowerCuts: whether to return only when the disk has stored the file, which takes some disks seconds.
    ///   - isForOwnerAlone: whether no other user may read it.
    package static func replace(
        _ path: String, with bytes: [UInt8], survivesPowerCuts: Bool = false, isForOwnerAlone: Bool = false
    ) throws(SystemError) {
        let (descriptor, temporary) = try makeTemporary(path, mode: isForOwnerAlone ? 0o600 : 0o666)
        // The lock shows that the file is not a leftover. A file system without locks has no concurrent writers either.
        if survivesPowerCuts { _ = clinux_lock_file(descriptor) }
        guard writeAll(bytes, to: descriptor, survivesPowerCuts), PathCall.recorded({ close(descriptor) }) == 0,
            PathCall.recorded({ rename(temporary, path) }) == 0
        else {
            let failure = error("write", path)
            _ = PathCall.recorded { unlink(temporary) }
            throw failure
        }
        if survivesPowerCuts { syncFolder(of: path) }
    }

    /// Makes a file beside `path` with six letters after its name, as `mkstemp` does, but with the usual rights: the
    /// process's mask is read only by setting it, which changes the files that other threads make at that moment.
    private static func makeTemporary(
        _ path: String, mode: mode_t
    ) throws(SystemError) -> (descriptor: Int32, path: String) {
        for _ in 0..<mostNames {
            let suffix = (0..<6).map { _ in letters[Int.random(in: letters.indices)] }
            let name = "\(path).\(String(decoding: suffix, as: UTF8.self))"
            let descriptor = PathCall.recorded { open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, mode) }
            if descriptor >= 0 { return (descriptor, name) }
            if errno != EEXIST { break }
        }
        throw error("open", path)
    }

    /// Removes the temporary files that killed writers of `path` left: files of this user without a writer's lock, with
    /// the names that ``replace(_:with:survivesPowerCuts:)`` gives files that survive power cuts.
    ///
    /// - Returns: their paths.
    package static func removeLeftovers(of path: String) -> [String] {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let beginning = (slash.map { String(path[path.index(after: $0)...]) } ?? path) + "."
        return SystemFile.names(in: folder).filter { isTemporary($0, beginning) }.map { "\(folder)/\($0)" }
            .filter(removeUnlocked)
    }

    /// Whether ``makeTemporary(_:mode:)`` makes such a name.
    private static func isTemporary(_ name: String, _ beginning: String) -> Bool {
        let rest = name.utf8.dropFirst(beginning.utf8.count)
        return name.hasPrefix(beginning) && rest.count == 6
            && rest.allSatisfy { Character(Unicode.Scalar($0)).isLetter || Character(Unicode.Scalar($0)).isNumber }
    }

    private static func removeUnlocked(_ path: String) -> Bool {
        let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
            clinux_lock_file(descriptor) == 0
        else { return false }
        return unlink(path) == 0
    }

    /// Makes the name of a file survive a power cut, too. A file system that cannot do this is not a failure.
    package static func syncFolder(of path: String) {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// Returns the target of a link, which need not exist; nil for anything but a link.
    private static func target(ofLink path: String) -> String? {
        guard let target = SymbolicLink.target(of: path) else { return nil }
        guard !target.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return target }
        return path[...slash] + target
    }

    private static func writeInto(_ path: String, _ bytes: [UInt8]) throws(SystemError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0, writeAll(bytes, to: descriptor, false), close(descriptor) == 0 else {
            throw error("write", path)
        }
    }

    /// - Returns: whether all is written; if not, the descriptor is closed, and `errno` is the reason.
    private static func writeAll(_ bytes: [UInt8], to descriptor: Int32, _ survivesPowerCuts: Bool) -> Bool {
        var works = write(bytes, into: descriptor)
        if works, survivesPowerCuts { works = fsync(descriptor) == 0 }
        if !works {
            let code = errno
            _ = PathCall.recorded { close(descriptor) }
            errno = code
        }
        return works
    }

    /// - Returns: whether all is written; if not, `errno` is the reason.
    static func write(_ bytes: [UInt8], into descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = PathCall.recorded {
                rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            }
            guard count >= 0 || errno == EINTR else { return false }
            rest = rest.dropFirst(max(count, 0))
        }
        return true
    }

    private static func error(_ call: String, _ path: String) -> SystemError {
        SystemError(call: call, object: path, errno: errno)
    }
}
