import Glibc

/// The file that a program is executed from.
package struct ProgramFile: Sendable, Hashable {
    /// Its path, or its name where it is searched for.
    package let name: String

    package init(_ name: String) { self.name = name }

    /// The name without its folder, for people.
    package var shortName: String { String(name.split(separator: "/").last ?? "") }

    /// Finds out why it cannot be executed, without executing it.
    ///
    /// The corresponding C functions are `access` and `stat`, on the files that `execvpe` tries.
    ///
    /// - Parameter folders: those that a name without a slash is searched for in.
    /// - Returns: the errno that `execvpe` ends with; nil where nothing speaks against it.
    package func fault(in folders: [String] = searched) -> Int32? {
        guard !name.isEmpty else { return ENOENT }
        guard !name.contains("/") else { return Self.fault(of: name) }
        let faults = folders.map { Self.fault(of: $0.isEmpty ? name : "\($0)/\(name)") }
        guard !faults.contains(nil) else { return nil }
        // One that is there and cannot be executed is the more telling reason.
        return faults.contains(EACCES) ? EACCES : ENOENT
    }

    /// The folders in `PATH`, or those of `execvpe` where it is not set.
    package static var searched: [String] {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
        return path.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }

    private static func fault(of path: String) -> Int32? {
        guard access(path, X_OK) == 0 else { return errno }
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR ? EACCES : nil
    }
}
