import Glibc

/// The memory that a program may give to its large objects, by its control groups and the machine.
package enum MemoryLimit {
    /// The largest limit that is not configured: pictures of several 4K screens.
    package static let most = 512 << 20
    /// The folder of the control groups.
    private static let root = "/sys/fs/cgroup"
    /// The most control groups above a process that are read.
    private static let mostGroups = 64

    /// The limit of this process now. The limits of control groups change without an event.
    package static func ofProcess() -> Int {
        let machine = sysconf(Int32(_SC_PHYS_PAGES)).multipliedReportingOverflow(by: sysconf(Int32(_SC_PAGESIZE)))
        return bytes(
            groups: SystemFile.text("/proc/self/cgroup"), machine: machine.overflow ? .max : machine.partialValue,
            read: SystemFile.line)
    }

    /// Computes the limit: half of the smallest `memory.max` above the process, or a quarter of the machine's memory
    /// without one, and never more than ``most``.
    ///
    /// - Parameters:
    ///   - groups: the text of `/proc/self/cgroup`; nil if it cannot be read.
    ///   - machine: the memory of the machine in bytes.
    ///   - read: returns the first line of a file; nil if it cannot be read.
    package static func bytes(groups: String?, machine: Int, read: (String) -> String?) -> Int {
        let limits = files(of: groups ?? "").compactMap { read($0).flatMap { Int($0) } }
        // A limit above the machine's memory limits nothing.
        guard let limit = limits.min(), limit < machine else { return min(most, machine / 4) }
        return min(most, limit / 2)
    }

    /// The files with the limits of the groups above a process, from its own group to the topmost one.
    private static func files(of groups: String) -> [String] {
        // The one line of control groups of version 2; the limits of version 1 are not read.
        guard let line = groups.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else { return [] }
        let names = line.dropFirst(4).split(separator: "/").filter { $0 != ".." }.prefix(mostGroups)
        return (0...names.count).reversed().map { count in
            ([root] + names.prefix(count).map(String.init)).joined(separator: "/") + "/memory.max"
        }
    }
}
