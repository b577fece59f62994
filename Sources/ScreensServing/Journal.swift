import Glibc

/// Lines for the journal, on standard error.
public enum Journal {
    /// The priorities of syslog.
    public enum Priority: Int, Sendable {
        /// An error, which needs a person.
        case error = 3
        /// A failure that is worked around.
        case warning = 4
        /// Good to know.
        case info = 6
    }

    /// Whether the service manager reads the lines, and expects their priority in front.
    private static let isUnderManager = getenv("JOURNAL_STREAM") != nil

    /// The name of the program, which begins the lines without a service manager.
    private static let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? ""

    /// Writes a line. Control characters are replaced.
    public static func write(_ text: String, _ priority: Priority = .info) {
        let printable = String(String.UnicodeScalarView(text.unicodeScalars.map { isHarmful($0) ? "?" : $0 }))
        let line = (isUnderManager ? "<\(priority.rawValue)>" : "\(program): ") + printable + "\n"
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
