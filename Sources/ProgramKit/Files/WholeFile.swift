import Glibc
import Linux

/// Writes files that appear as a whole or not at all.
package enum WholeFile {
    /// Writes `bytes` to a file beside `path`, and renames that to `path`.
    ///
    /// A device or a pipe at `path` is written to instead. A link stays, and the file that it leads to is replaced.
    ///
    /// - Parameters:
    ///   - survivesPowerCuts: whether to return only when the disk has the file, which takes some disks seconds.
    ///   - waits: whether to wait for the reader of a pipe or a device.
    package static func write(
        _ bytes: [UInt8], to path: String, survivesPowerCuts: Bool = false, waits: Bool = true
    ) throws(Failure) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return try replace(target(ofLink: path) ?? path, with: bytes, survivesPowerCuts)
        }
        guard status.st_mode & S_IFMT == S_IFREG else { return try writeInto(path, bytes, waits) }
        guard let target = realpath(path, nil) else { throw failure(path) }
        defer { free(target) }
        try replace(String(cString: target), with: bytes, survivesPowerCuts)
    }

    /// Writes `bytes` to a file that takes the place of whatever has the name: a link goes, and the file that it leads to stays
    /// as it is.
    ///
    /// - Throws: ``Failure``; for a folder, a device or a pipe of that name, too.
    package static func replaceName(_ path: String, with bytes: [UInt8]) throws(Failure) {
        var status = stat()
        if lstat(path, &status) == 0, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) {
            throw Failure(.cannotCreate, "cannot write \(path): it is not a file")
        }
        try replace(path, with: bytes, false)
    }

    /// Writes `bytes` as ``replaceName(_:with:)`` does, and returns when the disk has them. The folder is made where it is missing.
    package static func writeState(_ bytes: [UInt8], to path: String) throws(Failure) {
        let folder = FolderListing.folder(of: path)
        if FolderListing.lacks(folder), mkdir(folder, 0o755) == 0 { syncFolder(of: folder) }
        try replace(path, with: bytes, true)
    }

    /// Gives a file another name, in the place of what has that.
    package static func setAside(_ path: String, as name: String) throws(Failure) {
        guard rename(path, name) == 0 else { throw failure(name) }
    }

    /// Removes a file; nothing happens where it is missing.
    package static func remove(_ path: String) throws(Failure) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw Failure(.cannotCreate, "cannot remove \(path): \(SystemError.text(of: errno))")
        }
    }

    /// The target of a link, which need not exist; nil for anything but a link.
    private static func target(ofLink path: String) -> String? {
        guard let target = SymbolicLink.target(of: path) else { return nil }
        guard !target.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return target }
        return path[...slash] + target
    }

    private static func writeInto(_ path: String, _ bytes: [UInt8], _ waits: Bool) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | (waits ? 0 : O_NONBLOCK | O_NOCTTY))
        guard descriptor >= 0, writeAll(bytes, to: descriptor), close(descriptor) == 0 else { throw failure(path) }
    }

    private static func replace(
        _ path: String, with bytes: [UInt8], _ survivesPowerCuts: Bool
    ) throws(Failure) {
        var template = Array("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else { throw failure(path) }
        let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // mkstemp's files are for their owner alone; these get the usual rights.
        let mask = umask(0)
        umask(mask)
        fchmod(descriptor, 0o666 & ~mask)
        guard writeAll(bytes, to: descriptor, survivesPowerCuts), close(descriptor) == 0, rename(temporary, path) == 0
        else {
            let failure = failure(path)
            unlink(temporary)
            throw failure
        }
        if survivesPowerCuts { syncFolder(of: path) }
    }

    /// Keeps the name through a power cut, too. A file system that cannot do this is not a failure.
    private static func syncFolder(of path: String) {
        let descriptor = open(FolderListing.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    /// - Returns: whether all is written; else the descriptor is closed, and `errno` is the reason.
    private static func writeAll(
        _ bytes: [UInt8], to descriptor: Int32, _ survivesPowerCuts: Bool = false
    ) -> Bool {
        var rest = bytes[...]
        var works = true
        while works, !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            works = count >= 0 || errno == EINTR
            rest = rest.dropFirst(max(count, 0))
        }
        if works, survivesPowerCuts { works = fsync(descriptor) == 0 }
        if !works {
            let code = errno
            close(descriptor)
            errno = code
        }
        return works
    }

    private static func failure(_ path: String) -> Failure {
        Failure(.cannotCreate, "cannot write \(path): \(SystemError.text(of: errno))")
    }
}

/// Symbolic links.
package enum SymbolicLink {
    /// The target of a link, which may be relative to the link's folder and need not exist; nil for anything but a link.
    package static func target(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
