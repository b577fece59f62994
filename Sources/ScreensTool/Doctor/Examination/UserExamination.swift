import Glibc

/// Finds out who asks, and who a device node is for.
enum UserExamination {
    /// More groups than a kernel gives a process.
    private static let groupLimit = 65536

    static func facts() -> UserFacts {
        var groups = [gid_t](repeating: 0, count: groupLimit)
        let count = getgroups(Int32(groups.count), &groups)
        var facts = UserFacts(id: geteuid(), groups: Set(groups.prefix(Int(max(0, count)))))
        facts.groups.insert(getegid())
        guard let entry = getpwuid(geteuid()) else { return facts }
        let name = String(cString: entry.pointee.pw_name)
        var found = Int32(groups.count)
        if getgrouplist(name, entry.pointee.pw_gid, &groups, &found) >= 0 {
            facts.groupsInDatabase = Set(groups.prefix(Int(max(0, found))))
        }
        facts.name = name
        return facts
    }

    /// The device node at `path`, or nil where there is none.
    static func node(at path: String) -> NodeFacts? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR else { return nil }
        let number = status.st_rdev
        // As major(3) and minor(3) have them, which are macros; devices of the kernel stay within these bits.
        let (major, minor) = (number >> 8 & 0xFFF, number & 0xFF | number >> 12 & 0xFFF00)
        return NodeFacts(
            owner: status.st_uid, group: status.st_gid,
            ownerName: getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } ?? String(status.st_uid),
            groupName: getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) } ?? String(status.st_gid),
            mode: status.st_mode & 0o777, isForSeat: SystemFile.exists("/run/udev/tags/uaccess/c\(major):\(minor)"))
    }
}
