import Glibc
import Linux

/// Finds the process that is master of a card.
enum MasterHolder {
    /// Reads the card's list of clients in debugfs, which root may.
    ///
    /// - Returns: nil where the list cannot be read or names no master.
    /// - Parameter isOwn: whether this process is its master, which is not a holder.
    static func find(cardAt path: String, unless isOwn: Bool = false) -> CardHolder? {
        guard !isOwn, let number = minor(of: path),
            let text = SystemFile.text("/sys/kernel/debug/dri/\(number)/clients")
        else {
            return nil
        }
        return holder(inClients: text)
    }

    /// The master in a table with the columns command, process, device, master, and others.
    static func holder(inClients text: String) -> CardHolder? {
        for line in text.split(separator: "\n").dropFirst() {
            // The command may contain spaces; the columns after it cannot.
            let columns = line.split(separator: " ", omittingEmptySubsequences: true)
            guard let mark = columns.dropFirst(3).firstIndex(where: { $0 == "y" || $0 == "n" }) else { continue }
            guard columns[mark] == "y", let process = Int32(columns[mark - 2]) else { continue }
            return CardHolder(processID: process, name: columns[..<(mark - 2)].joined(separator: " "))
        }
        return nil
    }

    private static func minor(of path: String) -> UInt64? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return UInt64(status.st_rdev & 0xFF)
    }
}
