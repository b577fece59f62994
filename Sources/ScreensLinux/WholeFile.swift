import Glibc

/// Writes files that appear as a whole or not at all. Errors are failures of the program.
package enum WholeFile {
    /// Writes `bytes` to a file beside `path`, and renames it to `path`.
    ///
    /// A device or a pipe at `path` is written directly, once it has a reader. A link stays, and its target is
    /// replaced.
    package static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        try reporting { () throws(SystemError) in try AtomicFile.write(bytes, to: path) }
    }

    /// Writes `bytes` to a file that replaces whatever has the name. If that is a link, it is replaced, and its target
    /// stays.
    ///
    /// - Throws: ``Failure``, also if the name is taken by a folder, a device or a pipe.
    package static func replaceName(_ path: String, with bytes: [UInt8]) throws(Failure) {
        var status = stat()
        if PathCall.recorded({ lstat(path, &status) }) == 0, ![S_IFREG, S_IFLNK].contains(status.st_mode & S_IFMT) {
            throw Failure(.cannotCreate, "cannot write \(path): it is not a file")
        }
        try reporting { () throws(SystemError) in try AtomicFile.replace(path, with: bytes) }
    }

    /// Writes `bytes` as ``replaceName(_:with:)`` does, and returns when they are on the disk. Makes the folder if it
    /// is missing.
    ///
    /// - Parameter isForOwnerAlone: whether no other user may read the file.
    package static func writeState(
        _ bytes: [UInt8], to path: String, isForOwnerAlone: Bool = false
    ) throws(Failure) {
        makeFolder(FolderListing.folder(of: path))
        try reporting { () throws(SystemError) in
            try AtomicFile.replace(path, with: bytes, survivesPowerCuts: true, isForOwnerAlone: isForOwnerAlone)
        }
    }

    /// Makes a folder if it is missing, and returns when it is on the disk. Reports no failure: the next write there
    /// fails.
    package static func makeFolder(_ folder: String) {
        if FolderListing.lacks(folder), mkdir(folder, 0o755) == 0 { AtomicFile.syncFolder(of: folder) }
    }

    /// Renames a file, and replaces any file that has the new name.
    package static func setAside(_ path: String, as name: String) throws(Failure) {
        guard rename(path, name) == 0 else {
            throw failure(SystemError(call: "rename", object: name, errno: errno))
        }
    }

    /// Removes a file. Does nothing if it is missing.
    package static func remove(_ path: String) throws(Failure) {
        guard PathCall.recorded({ unlink(path) }) == 0 || errno == ENOENT else {
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
