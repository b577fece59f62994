import ScreensLinux

/// The programs that have a card open, as listed in debugfs.
enum DebugfsClients {
    /// The process that is the master of a card, if it is another process. Only root can read the list.
    ///
    /// The kernel lists the process that opened the card's file. A service manager may have kept that file and passed
    /// it to the next process of its service. Then the listed process has ended, or no longer has the card, and is not
    /// the master.
    ///
    /// - Returns: nil if the list cannot be read, names no master, or names a process that does not have the card.
    /// - Parameter isOwn: whether this process is the master.
    static func master(ofCardAt path: String, unless isOwn: Bool = false) -> CardMaster? {
        guard !isOwn, let device = DeviceNumber(at: path),
            let text = SystemFile.text("/sys/kernel/debug/dri/\(device.minor)/clients"),
            let client = master(in: text)
        else {
            return nil
        }
        let process = process(of: client) { SystemFile.text("/proc/\($0)") }
        let files = OpenFiles(of: process.processID)
        return files.isUnknown || files.contain(device, at: path) ? process : nil
    }

    /// The kernel's word for the command of a process that has ended.
    private static let ended = "<unknown>"

    /// The process of a client. The kernel lists the thread that opened the card, or used it last, with the thread's
    /// own name.
    ///
    /// - Parameter read: reads a file of `/proc`, or returns nil.
    /// - Returns: the client itself if `/proc` has nothing about it.
    static func process(of client: CardMaster, _ read: (String) -> String?) -> CardMaster {
        let fields = (read("\(client.processID)/status") ?? "").split(separator: "\n")
        guard let field = fields.first(where: { $0.hasPrefix("Tgid:") }),
            let process = field.split(whereSeparator: \.isWhitespace).last.flatMap({ Int32($0) }),
            let name = read("\(process)/comm")?.split(separator: "\n").first
        else { return client }
        return CardMaster(processID: process, name: String(name))
    }

    /// The master in a table with the columns command, process, device, master, and others; nil without a master, or if
    /// it has ended.
    static func master(in text: String) -> CardMaster? {
        for line in text.split(separator: "\n").dropFirst() {
            // The command may contain spaces; the columns after it cannot.
            let columns = line.split(separator: " ", omittingEmptySubsequences: true)
            guard let mark = columns.dropFirst(3).firstIndex(where: { $0 == "y" || $0 == "n" }) else { continue }
            guard columns[mark] == "y", let process = Int32(columns[mark - 2]) else { continue }
            let name = columns[..<(mark - 2)].joined(separator: " ")
            return name == ended ? nil : CardMaster(processID: process, name: name)
        }
        return nil
    }
}
