import Glibc

/// Reads files that only some users can change: no other user can write the file, replace it, or lead a folder or a
/// link on the way to it elsewhere.
package enum ProtectedFile {
    /// The reason why a file or a folder is not read.
    package enum Problem: Error, Sendable, Hashable {
        /// A part of the path can be changed by others, or is of the wrong kind: the part, and a sentence without its
        /// subject.
        case unprotected(part: String, reason: String)
        case failed(SystemError)
    }

    /// The most links on the way to a file, as in the kernel (`MAXSYMLINKS`).
    private static let mostLinks = 40

    /// Returns the bytes of a regular file.
    ///
    /// - Parameters:
    ///   - path: the path, which may be relative.
    ///   - owners: the users besides root who may own each part of the path.
    /// - Returns: at most a few bytes more than `limit`; a result longer than `limit` is incomplete.
    package static func content(of path: String, owners: Set<uid_t>, limit: Int) throws(Problem) -> [UInt8] {
        let path = try protectedPath(path, owners: owners, S_IFREG)
        do throws(WholeContent.Problem) {
            return try WholeContent.ofRegularFile(path, limit: limit)
        } catch {
            switch error {
            case .failed(let error): throw .failed(error)
            case .isDirectory, .isSpecial: throw .unprotected(part: path, reason: "is not a regular file")
            }
        }
    }

    /// Returns the names in a folder to which only these users can add files, in no order, without `.` and `..`.
    package static func names(in folder: String, owners: Set<uid_t>) throws(Problem) -> [String] {
        let folder = try protectedPath(folder, owners: owners, S_IFDIR)
        do throws(SystemError) {
            return try SystemFile.entries(of: folder)
        } catch {
            throw .failed(error)
        }
    }

    /// Checks that only these users can change a file, or add files to a folder.
    package static func check(_ path: String, owners: Set<uid_t>, isFolder: Bool) throws(Problem) {
        _ = try protectedPath(path, owners: owners, isFolder ? S_IFDIR : S_IFREG)
    }

    /// Returns the path without links, after each folder and link on the way was checked from the root down. No other
    /// user can change it before it is opened.
    ///
    /// - Parameter kind: the kind of the last part, `S_IFREG` or `S_IFDIR`.
    private static func protectedPath(
        _ path: String, owners: Set<uid_t>, _ kind: mode_t
    ) throws(Problem) -> String {
        var rest = parts(of: try absolute(path))
        var folder = ""
        var links = 0
        try check("/", owners, rest.isEmpty ? kind : S_IFDIR, isLast: rest.isEmpty)
        while let name = rest.popLast() {
            if name == ".." {
                folder = FolderListing.folder(of: folder)
                if folder == "/" || folder == "." { folder = "" }
                continue
            }
            let place = "\(folder)/\(name)"
            if let target = SymbolicLink.target(of: place) {
                links += 1
                guard links <= mostLinks else { throw .failed(SystemError(call: "open", object: path, errno: ELOOP)) }
                try check(place, owners, S_IFLNK, isLast: false)
                rest += parts(of: target)
                if target.hasPrefix("/") { folder = "" }
            } else {
                try check(place, owners, rest.isEmpty ? kind : S_IFDIR, isLast: rest.isEmpty)
                folder = place
            }
        }
        return folder.isEmpty ? "/" : folder
    }

    private static func absolute(_ path: String) throws(Problem) -> String {
        guard !path.hasPrefix("/") else { return path }
        guard let folder = SystemFile.realPath(".") else {
            throw .failed(SystemError(call: "realpath", object: ".", errno: errno))
        }
        return "\(folder)/\(path)"
    }

    /// Returns the names in a path, the last one first.
    private static func parts(of path: String) -> [String] {
        path.split(separator: "/").filter { $0 != "." }.reversed().map(String.init)
    }

    /// Checks the kind, the owner and the rights of a part of a path.
    ///
    /// - Parameter isLast: whether it is the part that is read. In a folder on the way, others may add entries if they
    ///   cannot replace entries of other users, as in `/tmp`.
    private static func check(
        _ part: String, _ owners: Set<uid_t>, _ kind: mode_t, isLast: Bool
    ) throws(Problem) {
        var status = stat()
        guard lstat(part, &status) == 0 else { throw .failed(SystemError(call: "stat", object: part, errno: errno)) }
        guard status.st_mode & S_IFMT == kind else {
            guard kind == S_IFREG else { throw .failed(SystemError(call: "open", object: part, errno: ENOTDIR)) }
            throw .unprotected(part: part, reason: "is not a regular file")
        }
        guard status.st_uid == 0 || owners.contains(status.st_uid) else {
            throw .unprotected(part: part, reason: "belongs to the user \(status.st_uid)")
        }
        // A link has no rights. An access list shows the most that it permits in the bits of the group.
        guard kind != S_IFLNK, status.st_mode & (S_IWGRP | S_IWOTH) != 0 else { return }
        if !isLast, status.st_mode & S_ISVTX != 0 { return }
        let others = status.st_mode & S_IWOTH != 0 ? "everyone" : "its group or users of its access list"
        throw .unprotected(part: part, reason: "may be written by \(others)")
    }
}
