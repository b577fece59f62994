import Glibc
import ScreensLinux

/// The programs that have a card open, as debugfs lists them.
enum DebugfsClients {
    /// The process that is master of a card, and is not this one. Only root can read the list.
    ///
    /// - Returns: nil where the list cannot be read or names no master.
    /// - Parameter isOwn: whether this process is the master.
    static func master(ofCardAt path: String, unless isOwn: Bool = false) -> CardMaster? {
        guard !isOwn, let number = minor(of: path),
            let text = SystemFile.text("/sys/kernel/debug/dri/\(number)/clients")
        else {
            return nil
        }
        return master(in: text).map { process(of: $0) { SystemFile.text("/proc/\($0)") } }
    }

    /// The process of a client. The kernel lists the thread that opened the card, or used it last, with that thread's own name.
    ///
    /// - Parameter read: reads a file of `/proc`, or returns nil.
    /// - Returns: the client itself where `/proc` has nothing about it.
    static func process(of client: CardMaster, _ read: (String) -> String?) -> CardMaster {
        let fields = (read("\(client.processID)/status") ?? "").split(separator: "\n")
        guard let field = fields.first(where: { $0.hasPrefix("Tgid:") }),
            let process = field.split(whereSeparator: \.isWhitespace).last.flatMap({ Int32($0) }),
            let name = read("\(process)/comm")?.split(separator: "\n").first
        else { return client }
        return CardMaster(processID: process, name: String(name))
    }

    /// The master in a table with the columns command, process, device, master, and others.
    static func master(in text: String) -> CardMaster? {
        for line in text.split(separator: "\n").dropFirst() {
            // The command may contain spaces; the columns after it cannot.
            let columns = line.split(separator: " ", omittingEmptySubsequences: true)
            guard let mark = columns.dropFirst(3).firstIndex(where: { $0 == "y" || $0 == "n" }) else { continue }
            guard columns[mark] == "y", let process = Int32(columns[mark - 2]) else { continue }
            return CardMaster(processID: process, name: columns[..<(mark - 2)].joined(separator: " "))
        }
        return nil
    }

    private static func minor(of path: String) -> UInt64? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return UInt64(status.st_rdev & 0xFF)
    }
}
