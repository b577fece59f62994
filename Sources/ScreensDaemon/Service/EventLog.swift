import Screens
import ScreensConfiguration

/// Logs what happens, one line for an event. A warning or an error that repeats is logged less and less often.
@MainLoop
final class EventLog {
    private let output: LogOutput
    private var level = LogLevel.info
    private var repeated = RepeatedMessages()

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
    func warning(_ text: String) { writeUnlessRepeated(text, .warning) }

    /// Something does not work, and needs a person.
    func error(_ text: String) { writeUnlessRepeated(text, .error) }

    /// Logs each of these warnings and errors as a new one the next time: it has been over in between.
    func forget(_ messages: some Sequence<String>) { repeated.forget(messages) }

    private func writeUnlessRepeated(_ text: String, _ level: LogLevel) {
        guard isLogged(level), let count = repeated.count(text, at: .now) else { return }
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

    private var entries: [String: (count: Int, last: MonotonicTime)] = [:]

    /// - Returns: how often it has come, where it is to be logged, else nil.
    mutating func count(_ text: String, at now: MonotonicTime) -> Int? {
        if entries.count >= Self.capacity, entries[text] == nil {
            // The rarest messages are missed least.
            let least = entries.values.map(\.count).min() ?? 0
            entries = entries.filter { $0.value.count > least }
        }
        let former = entries[text].flatMap { $0.last.duration(to: now) < Self.memory ? $0.count : nil } ?? 0
        entries[text] = (former + 1, now)
        return (former + 1).nonzeroBitCount == 1 ? former + 1 : nil
    }

    /// Counts these as new ones from now on.
    mutating func forget(_ texts: some Sequence<String>) {
        for text in texts { entries[text] = nil }
    }
}
