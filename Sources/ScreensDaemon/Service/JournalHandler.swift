import Glibc
import Logging
import ProgramKit

/// Writes one line an event to standard error: with the level in front as journald reads it (`sd-daemon(3)`) where that
/// listens, else with the time.
struct JournalHandler: LogHandler {
    var logLevel = Logger.Level.info
    var metadata = Logger.Metadata()

    private let isJournal: Bool

    /// - Parameter isJournal: whether standard error leads to journald.
    init(isJournal: Bool) {
        self.isJournal = isJournal
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let prefix = isJournal ? "<\(Self.priority(of: event.level))>" : "\(Self.time) \(event.level) "
        let bytes = Self.line(prefix + event.message.description.printableLine)
        // A line is written at once, so that those of several programs do not mix; one that nobody takes is lost, and not
        // waited with.
        if send(STDERR_FILENO, bytes, bytes.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL)) < 0, errno == ENOTSOCK {
            var error = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
            guard poll(&error, 1, 0) == 1 else { return }
            _ = write(STDERR_FILENO, bytes, bytes.count)
        }
    }

    /// What is ready for something has room for a page; who writes more to a pipe may wait for its reader.
    private static func line(_ text: String) -> [UInt8] {
        let longest = 4096
        guard text.utf8.count >= longest else { return Array((text + "\n").utf8) }
        // What is printable is ASCII, or whole characters.
        let start = String(decoding: text.utf8.prefix(longest - 8), as: UTF8.self)
        return Array((start + "…\n").utf8)
    }

    /// As syslog numbers them.
    private static func priority(of level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }

    /// `2026-11-21T07:00:00+0100`, where the machine is.
    private static var time: String {
        var seconds = Glibc.time(nil)
        var parts = tm()
        localtime_r(&seconds, &parts)
        var text = [CChar](repeating: 0, count: 40)
        let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%S%z", &parts)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
