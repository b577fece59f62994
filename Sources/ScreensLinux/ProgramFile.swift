import Glibc

/// The file from which a program is executed.
package struct ProgramFile: Sendable, Hashable {
    /// The path, or the name to search for.
    package let name: String

    package init(_ name: String) { self.name = name }

    /// The name without its folder, for people.
    package var shortName: String { String(name.split(separator: "/").last ?? "") }

    /// Finds the reason why the file cannot be executed, without executing it.
    ///
    /// The corresponding C functions are `access` and `stat`, on the files that `execvpe` tries.
    ///
    /// - Parameter folders: the folders in which a name without a slash is searched for.
    /// - Returns: the errno of `execvpe`; nil if nothing prevents the execution.
    package func fault(in folders: [String] = searched) -> Int32? {
        guard !name.isEmpty else { return ENOENT }
        guard !name.contains("/") else { return Self.fault(of: name) }
        let faults = folders.map { Self.fault(of: $0.isEmpty ? name : "\($0)/\(name)") }
        guard !faults.contains(nil) else { return nil }
        // A file that exists but cannot be executed is the more helpful reason.
        return faults.contains(EACCES) ? EACCES : ENOENT
    }

    /// The folders in `PATH`, or the default folders of `execvpe` if it is not set.
    package static var searched: [String] {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/bin:/usr/bin"
        return path.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    }

    /// The time at which the file of this program was written, in seconds since 1970; 0 if it cannot be read.
    package static var ownTime: Int64 {
        var status = stat()
        return stat("/proc/self/exe", &status) == 0 ? Int64(status.st_mtim.tv_sec) : 0
    }

    private static func fault(of path: String) -> Int32? {
        guard access(path, X_OK) == 0 else { return errno }
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR ? EACCES : nil
    }
}
