import Glibc
import ScreensConfiguration
import ScreensLinux
import ScreensManager

/// The access to files that the daemon has as a service, according to the permissions of the files.
///
/// Access lists are not read, so nothing is reported about files with such lists.
struct ServiceAccess {
    private let user: uid_t
    private let groups: Set<gid_t>

    /// Finds the user of the service; nil if this machine has no such user, so that the daemon runs as another one.
    init?(user name: String = "screens") {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16384)
        guard getpwnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        var count: Int32 = 256
        var groups = [gid_t](repeating: 0, count: Int(count))
        getgrouplist(name, entry.pw_gid, &groups, &count)
        self.init(user: entry.pw_uid, groups: Set(groups.prefix(Int(max(0, min(count, 256))))))
    }

    init(user: uid_t, groups: Set<gid_t>) {
        self.user = user
        self.groups = groups
    }

    /// Returns why a picture or a folder cannot be read; nil if no reason is known.
    ///
    /// - Parameter service: the access of the service; nil to check only whether the file exists.
    static func problem(with path: String, isFolder: Bool, _ service: ServiceAccess?) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else {
            return errno == EACCES ? nil : "\(path): \(SystemError.text(of: errno))"
        }
        let kind = status.st_mode & S_IFMT
        guard (kind == S_IFDIR) == isFolder else { return "\(path) is \(isFolder ? "not a folder" : "a folder")" }
        guard isFolder || kind == S_IFREG else { return "\(path) is not a regular file" }
        guard let service else { return nil }
        if UnreadableReason.isHidden(path) {
            return "\(path): the service has no access to home folders and /tmp; /srv is a place for pictures"
        }
        // The folders of the path, from the root down.
        var place = FolderListing.folder(of: path)
        while true {
            if let denied = service.problem(with: place, needing: 1) { return denied }
            guard place != "/", place != "." else { break }
            place = FolderListing.folder(of: place)
        }
        return service.problem(with: path, needing: isFolder ? 5 : 4)
    }

    /// Returns problems of configuration files that the service may not read: their settings do not count.
    ///
    /// - Parameter paths: the paths of the existing files and the folder.
    static func problems(withConfiguration paths: [String], _ service: ServiceAccess?) -> [ConfigurationProblem] {
        guard let service else { return [] }
        return paths.compactMap { path in
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            let problem = problem(with: path, isFolder: status.st_mode & S_IFMT == S_IFDIR, service)
            return problem.map { ConfigurationProblem($0.trimmingPrefix("\(path) ").description, of: path) }
        }
    }

    /// - Parameter rights: three permission bits, as in the mode of a file.
    private func problem(with path: String, needing rights: mode_t) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, !SystemFile.hasAccessList(path) else { return nil }
        let shift: mode_t = status.st_uid == user ? 6 : groups.contains(status.st_gid) ? 3 : 0
        guard status.st_mode >> shift & rights != rights else { return nil }
        return
            "\(path) may not be read by the user of the service; `chmod o+\(rights == 4 ? "r" : "rx") \(path)` "
            + "permits it"
    }
}
