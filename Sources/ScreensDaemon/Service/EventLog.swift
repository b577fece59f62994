import Screens
import ScreensConfiguration
import ScreensLinux

/// Logs what happens, one line for an event. A warning or an error that repeats is logged less and less often.
@MainLoop
final class EventLog {
    private let output: LogOutput
    private var level = LogLevel.info
    private var repeated = RepeatedMessages()
    /// The problems of cards that are reported already.
    private var cardProblems: Set<String> = []

    init(_ output: consuming LogOutput) {
        self.output = output
    }

    /// Logs only what is at least so important from now on.
    func setLevel(_ level: LogLevel) {
        self.level = level
    }

    func debug(_ text: String) { write(text, .debug) }
    func info(_ text: String) { write(text, .info) }
    func notice(_ text: String) { write(text, .notice) }

    /// Something did not work, and is tried again or done without.
    ///
    /// - Parameter subject: its part of ``recovered(_:)``.
    func warning(_ text: String, about subject: String? = nil) { writeUnlessRepeated(text, subject, .warning) }

    /// Something does not work, and needs a person.
    ///
    /// - Parameter subject: its part of ``recovered(_:)``.
    func error(_ text: String, about subject: String? = nil) { writeUnlessRepeated(text, subject, .error) }

    /// Warnings and errors about this are over: the next ones are new, and no repetitions.
    func recovered(_ subject: String) { repeated.forget(subject) }

    /// Logs the problems that cards have now: each once, and when it is over.
    func cardsHave(_ problems: [String]) {
        for problem in problems where !cardProblems.contains(problem) { warning(problem) }
        for problem in cardProblems.subtracting(problems).sorted() { info("over: \(problem)") }
        cardProblems = Set(problems)
    }

    private func writeUnlessRepeated(_ text: String, _ subject: String?, _ level: LogLevel) {
        guard isLogged(level), let count = repeated.count(text, about: subject, at: .now) else { return }
        write(count == 1 ? text : "\(text) (\(count) times so far)", level)
    }

    private func write(_ text: String, _ level: LogLevel) {
        if isLogged(level) { output.write(text, level) }
    }

    private func isLogged(_ level: LogLevel) -> Bool {
        // As syslog numbers them: the most important is the lowest.
        LogOutput.priority(of: level) <= LogOutput.priority(of: self.level)
    }
}

/// Thins out repeated messages: the first, the second, the fourth, the eighth… is logged. Pure.
struct RepeatedMessages {
    /// Texts that all differ would fill it for ever.
    private static let capacity = 256
    /// After this time without a repetition, a message counts as new.
    static let memory = Duration.seconds(24 * 3600)

    private struct Message: Hashable {
        let text: String
        let subject: String?
    }

    private var entries: [Message: (count: Int, last: MonotonicTime)] = [:]

    /// - Returns: how often it has come, where it is to be logged, else nil.
    mutating func count(_ text: String, about subject: String? = nil, at now: MonotonicTime) -> Int? {
        let message = Message(text: text, subject: subject)
        if entries.count >= Self.capacity, entries[message] == nil {
            // The rarest messages are missed least.
            let least = entries.values.map(\.count).min() ?? 0
            entries = entries.filter { $0.value.count > least }
        }
        let former = entries[message].flatMap { $0.last.duration(to: now) < Self.memory ? $0.count : nil } ?? 0
        entries[message] = (former + 1, now)
        return (former + 1).nonzeroBitCount == 1 ? former + 1 : nil
    }

    /// Counts messages about this as new ones from now on.
    mutating func forget(_ subject: String) {
        entries = entries.filter { $0.key.subject != subject }
    }
}
