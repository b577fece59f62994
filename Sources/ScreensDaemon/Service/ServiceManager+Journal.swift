import Glibc

extension ServiceManager {
    /// Whether standard error is the stream to journald that `JOURNAL_STREAM` names, and not another that came after it.
    static var logsToJournal: Bool {
        guard let stream = getenv("JOURNAL_STREAM") else { return false }
        let parts = String(cString: stream).split(separator: ":")
        var status = stat()
        guard parts.count == 2, fstat(STDERR_FILENO, &status) == 0 else { return false }
        return UInt64(parts[0]) == UInt64(status.st_dev) && UInt64(parts[1]) == UInt64(status.st_ino)
    }
}
