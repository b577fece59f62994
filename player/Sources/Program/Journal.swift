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
        let printable = String(String.UnicodeScalarView(text.unicodeScalars.map { isHarmful($0) ? "?" : $0 }))
        let line = (isUnderManager ? "<\(priority.rawValue)>" : "screens-player: ") + printable + "\n"
        let bytes = Array(line.utf8)
        _ = Glibc.write(STDERR_FILENO, bytes, bytes.count)
    }

    /// Whether a character could control a terminal or reverse the reading direction.
    private static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
