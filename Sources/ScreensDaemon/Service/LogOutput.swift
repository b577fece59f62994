import Glibc
import ScreensConfiguration
import ScreensLinux

/// Writes lines to the journal by its native protocol, or to standard error. It never waits: a line that is not taken
/// at once is lost.
struct LogOutput: Sendable {
    /// The most bytes of a line, which a ready pipe takes at once. A longer text is cut.
    private static let longest = 4096
    /// The bytes of a line beside its text and its note: the time and the level.
    private static let margin = 64

    private let isJournal: Bool
    private let journal: UnixAddress

    /// - Parameters:
    ///   - isJournal: whether standard error leads to journald.
    ///   - journal: the socket of journald's native protocol.
    init(isJournal: Bool, journal: String = "/run/systemd/journal/socket") {
        self.isJournal = isJournal
        self.journal = UnixAddress(journal)
    }

    /// Writes a line.
    ///
    /// - Parameters:
    ///   - fields: further fields for the journal.
    ///   - note: the end of the line, which stays if the text before it is cut.
    /// - Returns: whether it was taken; otherwise it is lost.
    @discardableResult
    func write(_ text: String, _ level: LogLevel, _ fields: LogFields = LogFields(), note: String = "") -> Bool {
        let most = Self.longest - Self.margin - note.utf8.count
        let text = Self.shortened(text.printableLine, to: most) + note
        guard isJournal else { return writeError("\(Self.time) \(level.rawValue) \(text)") }
        let priority = Self.priority(of: level)
        let line = "PRIORITY=\(priority)\nSYSLOG_IDENTIFIER=screensd\n\(fields.lines)MESSAGE=\(text)\n"
        switch journal.send(Array(line.utf8)) {
        case 0: return true
        case EAGAIN: return false
        // Standard error leads to the journal too, with the level in front (`sd-daemon(3)`).
        default: return writeError("<\(priority)>\(text)")
        }
    }

    /// Writes a line in one call, so that lines of several programs do not mix.
    private func writeError(_ line: String) -> Bool {
        let bytes = Array((Self.shortened(line, to: Self.longest) + "\n").utf8)
        if send(STDERR_FILENO, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) >= 0 { return true }
        var error = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
        guard errno == ENOTSOCK, poll(&error, 1, 0) == 1 else { return false }
        return Glibc.write(STDERR_FILENO, bytes, bytes.count) >= 0
    }

    private static func shortened(_ text: String, to most: Int) -> String {
        guard text.utf8.count >= most else { return text }
        // Printable text is ASCII or whole characters.
        return String(decoding: text.utf8.prefix(most - 8), as: UTF8.self) + "…"
    }

    /// The priority of a level in syslog.
    static func priority(of level: LogLevel) -> Int {
        switch level {
        case .trace: 8
        case .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    /// The local time: `2026-11-21T07:00:00+0100`.
    private static var time: String { LocalDate.now?.text("%Y-%m-%dT%H:%M:%S%z") ?? "-" }
}
