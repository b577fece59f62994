import Screens
import ScreensConfiguration
import ScreensLinux

/// Logs events, one line each. A warning, an error or a failed call that repeats is logged less and less often.
@MainLoop
final class EventLog {
    /// The failures of one kind that are counted one by one.
    private static let mostOfAKind = 32

    private let output: LogOutput
    private var level = LogLevel.info
    private var repeated = RepeatedMessages()
    /// The problems of cards that are already reported.
    private var cardProblems: Set<String> = []
    /// The lines since the last written one that were lost, because nothing read the journal.
    private var lost = 0
    /// The lines that were lost since the start.
    private(set) var lostLines = 0

    init(_ output: consuming LogOutput) {
        self.output = output
    }

    /// Logs only messages of at least this importance from now on.
    func setLevel(_ level: LogLevel) {
        self.level = level
    }

    func debug(_ text: String) { write(text, .debug) }
    func info(_ text: String) { write(text, .info) }
    func notice(_ text: String) { write(text, .notice) }

    /// Logs a change that a client has requested.
    func requested(_ text: String, _ fields: LogFields) { write(text, .notice, fields) }

    /// Logs a change that a client has requested and that has failed. After many failures of one kind they count as one
    /// that repeats: a client that names another screen in each call would fill the journal.
    ///
    /// - Parameters:
    ///   - cause: the same for the same failure of the same user, whatever the process.
    ///   - kind: the user, the method and the error.
    func refused(_ text: String, because cause: String, of kind: String, _ fields: LogFields) {
        let total = repeated.add("refused: \(kind)", at: .now)
        guard total > Self.mostOfAKind else {
            return writeUnlessRepeated(text, nil, .notice, counting: cause, fields)
        }
        guard RepeatedMessages.isWritten(total) else { return }
        write(text, .notice, fields, note: " (\(total) such failures of this user so far)")
    }

    /// Logs that a client of a user was disconnected by its own fault. Reasons of a user that differ only in their
    /// numbers and in the words in parentheses count as one that repeats: a client that makes each fault at another
    /// byte would fill the journal, and hide the lines of others.
    func disconnected(_ user: UInt32, because reason: String) {
        let kind = reason.prefix { $0 != "(" && !("0"..."9").contains($0) }
        writeUnlessRepeated(
            "a client of user \(user) was disconnected: \(reason)", nil, .warning,
            counting: "disconnected: \(user) \(kind)")
    }

    /// Logs a failure that is tried again or worked around.
    ///
    /// - Parameter subject: the subject for ``recovered(_:)``.
    func warning(_ text: String, about subject: String? = nil) { writeUnlessRepeated(text, subject, .warning) }

    /// Logs a failure that needs a person.
    ///
    /// - Parameter subject: the subject for ``recovered(_:)``.
    func error(_ text: String, about subject: String? = nil) { writeUnlessRepeated(text, subject, .error) }

    /// Ends the warnings and errors about a subject: the next ones are new, not repetitions.
    func recovered(_ subject: String) { repeated.forget(subject) }

    /// Logs the present problems of cards: each once, and again when it is over.
    func cardsHave(_ problems: [String]) {
        for problem in problems where !cardProblems.contains(problem) { warning(problem) }
        for problem in cardProblems.subtracting(problems).sorted() { info("over: \(problem)") }
        cardProblems = Set(problems)
    }

    /// - Parameter message: the text that is counted; the text itself by default.
    private func writeUnlessRepeated(
        _ text: String, _ subject: String?, _ level: LogLevel, counting message: String? = nil,
        _ fields: LogFields = LogFields()
    ) {
        guard isLogged(level), let count = repeated.count(message ?? text, about: subject, at: .now) else { return }
        write(text, level, fields, note: count == 1 ? "" : " (\(count) times so far)")
    }

    private func write(_ text: String, _ level: LogLevel, _ fields: LogFields = LogFields(), note: String = "") {
        guard isLogged(level) else { return }
        let note = lost == 0 ? note : "\(note) (lost before it: \(lost))"
        let isLost = !output.write(text, level, fields, note: note)
        lost = isLost ? lost + 1 : 0
        lostLines += isLost ? 1 : 0
    }

    private func isLogged(_ level: LogLevel) -> Bool {
        // In syslog, the most important priority has the lowest number.
        LogOutput.priority(of: level) <= LogOutput.priority(of: self.level)
    }
}

/// Thins out repeated messages: the first, the second, the fourth, the eighth… is logged. Pure.
struct RepeatedMessages {
    /// The most messages. Texts that all differ would otherwise fill memory without limit.
    private static let capacity = 256
    /// The time without a repetition after which a message is new again.
    static let memory = Duration.seconds(24 * 3600)

    private struct Message: Hashable {
        let text: String
        let subject: String?
    }

    private var entries: [Message: (count: Int, last: MonotonicTime)] = [:]

    /// - Returns: how often the message has come if it has to be logged, else nil.
    mutating func count(_ text: String, about subject: String? = nil, at now: MonotonicTime) -> Int? {
        let count = add(text, about: subject, at: now)
        return Self.isWritten(count) ? count : nil
    }

    /// Whether a message is logged that has come so often.
    static func isWritten(_ count: Int) -> Bool { count.nonzeroBitCount == 1 }

    /// - Returns: how often the message has come.
    mutating func add(_ text: String, about subject: String? = nil, at now: MonotonicTime) -> Int {
        let message = Message(text: text, subject: subject)
        if entries.count >= Self.capacity, entries[message] == nil {
            // The rarest messages are forgotten first, because they are missed least.
            let least = entries.values.map(\.count).min() ?? 0
            entries = entries.filter { $0.value.count > least }
        }
        let former = entries[message].flatMap { $0.last.duration(to: now) < Self.memory ? $0.count : nil } ?? 0
        entries[message] = (former + 1, now)
        return former + 1
    }

    /// Counts messages about a subject as new from now on.
    mutating func forget(_ subject: String) {
        entries = entries.filter { $0.key.subject != subject }
    }
}
