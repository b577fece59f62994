import Glibc
import ScreensConfiguration
import ScreensLinux
import ScreensManager

/// The access that the daemon has to files when it runs as a service, by the permissions of the files.
///
/// Nothing is said of files with access lists, which are not read.
struct ServiceAccess {
    private let user: uid_t
    private let groups: Set<gid_t>

    /// The user of the service; nil where this machine has none, and the daemon runs as another one.
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

    /// The reason why a picture or a folder cannot be read; nil where nothing is known against it.
    ///
    /// - Parameter service: the user of the service; nil to look only whether it is there.
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
        // The folders of the path, from the uppermost.
        var place = FolderListing.folder(of: path)
        while true {
            if let denied = service.problem(with: place, needing: 1) { return denied }
            guard place != "/", place != "." else { break }
            place = FolderListing.folder(of: place)
        }
        return service.problem(with: path, needing: isFolder ? 5 : 4)
    }

    /// Problems of files of the configuration itself that the service may not read: their settings do not count.
    ///
    /// - Parameter paths: of the files and the folder that are there.
    static func problems(withConfiguration paths: [String], _ service: ServiceAccess?) -> [ConfigurationProblem] {
        guard let service else { return [] }
        return paths.compactMap { path in
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            let problem = problem(with: path, isFolder: status.st_mode & S_IFMT == S_IFDIR, service)
            return problem.map { ConfigurationProblem($0.trimmingPrefix("\(path) ").description, of: path) }
        }
    }

    /// - Parameter rights: of three bits, as the mode of a file has them.
    private func problem(with path: String, needing rights: mode_t) -> String? {
        var status = stat()
        guard stat(path, &status) == 0, !SystemFile.hasAccessList(path) else { return nil }
        let shift: mode_t = status.st_uid == user ? 6 : groups.contains(status.st_gid) ? 3 : 0
        guard status.st_mode >> shift & rights != rights else { return nil }
        return
            "\(path) may not be read by the user of the service; `chmod o+\(rights == 4 ? "r" : "rx") \(path)` permits it"
    }
}
