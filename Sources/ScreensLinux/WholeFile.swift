import Glibc

/// Writes files that appear as a whole or not at all, with the failures of a program.
package enum WholeFile {
    /// Writes `bytes` to a file beside `path`, and renames that to `path`.
    ///
    /// A device or a pipe at `path` is written to instead, once it has a reader. A link stays, and the file that it leads to
    /// is replaced.
    package static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        try reporting { () throws(SystemError) in try AtomicFile.write(bytes, to: path) }
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
        try reporting { () throws(SystemError) in try AtomicFile.replace(path, with: bytes) }
    }

    /// Writes `bytes` as ``replaceName(_:with:)`` does, and returns when the disk has them. The folder is made if it is missing.
    ///
    /// - Parameter isForOwnerAlone: whether no other user may read it.
    package static func writeState(
        _ bytes: [UInt8], to path: String, isForOwnerAlone: Bool = false
    ) throws(Failure) {
        makeFolder(FolderListing.folder(of: path))
        try reporting { () throws(SystemError) in
            try AtomicFile.replace(path, with: bytes, survivesPowerCuts: true, isForOwnerAlone: isForOwnerAlone)
        }
    }

    /// Makes a folder if it is missing, and returns when the disk has it. A failure shows in the next write there.
    package static func makeFolder(_ folder: String) {
        if FolderListing.lacks(folder), mkdir(folder, 0o755) == 0 { AtomicFile.syncFolder(of: folder) }
    }

    /// Gives a file another name, in place of a file that has it.
    package static func setAside(_ path: String, as name: String) throws(Failure) {
        guard rename(path, name) == 0 else {
            throw failure(SystemError(call: "rename", object: name, errno: errno))
        }
    }

    /// Removes a file; nothing happens if it is missing.
    package static func remove(_ path: String) throws(Failure) {
        guard unlink(path) == 0 || errno == ENOENT else {
            throw Failure(.cannotCreate, "cannot remove \(path): \(SystemError.text(of: errno))")
        }
    }

    private static func reporting(_ body: () throws(SystemError) -> Void) throws(Failure) {
        do {
            try body()
        } catch {
            throw failure(error)
        }
    }

    private static func failure(_ error: SystemError) -> Failure {
        Failure(.cannotCreate, "cannot write \(error.object)", because: SystemError.text(of: error.errno))
    }
}
