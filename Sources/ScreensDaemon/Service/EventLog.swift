import Linux
import Logging
import Screens

/// What the daemon says: one line an event. What is said again and again is said less and less often.
///
/// Used on the daemon's thread.
final class EventLog {
    private var logger: Logger
    private var repeated = RepeatedMessages()

    init(isJournal: Bool, level: Logger.Level) {
        logger = Logger(label: "screensd") { _ in JournalHandler(isJournal: isJournal) }
        logger.logLevel = level
    }

    var level: Logger.Level {
        get { logger.logLevel }
        set { logger.logLevel = newValue }
    }

    func debug(_ text: String) { logger.debug("\(text)") }
    func info(_ text: String) { logger.info("\(text)") }
    func notice(_ text: String) { logger.notice("\(text)") }

    /// Something did not work, and is tried again or done without.
    func warning(_ text: String) { tell(text, .warning) }

    /// Something does not work, and somebody has to see to it.
    func error(_ text: String) { tell(text, .error) }

    private func tell(_ text: String, _ level: Logger.Level) {
        guard level >= logger.logLevel, let count = repeated.count(text, at: MonotonicClock.now) else { return }
        logger.log(level: level, count == 1 ? "\(text)" : "\(text) (\(count) times so far)")
    }
}
