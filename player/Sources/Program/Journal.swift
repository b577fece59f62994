import Glibc

/// Lines for the journal, on standard error.
enum Journal {
    /// The priorities of syslog.
    enum Priority: Int {
        case error = 3
        case warning = 4
        case info = 6
    }

    /// Whether the service manager reads the lines, and expects their priority in front.
    private static let isUnderManager = getenv("JOURNAL_STREAM") != nil

    static func write(_ text: String, _ priority: Priority = .info) {
        let printable = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 ? "?" : $0 }))
        let line = (isUnderManager ? "<\(priority.rawValue)>" : "screens-player: ") + printable + "\n"
        let bytes = Array(line.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }
}
