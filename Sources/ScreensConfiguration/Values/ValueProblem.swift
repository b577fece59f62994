import Screens

/// The reason why a value cannot be used: a message that continues after the name of its key, and the value that was
/// probably meant.
package struct ValueProblem: Error, Sendable, Hashable {
    /// The message, such as `is 0, 90, 180 or 270`.
    package let message: String
    /// The nearest value, if any.
    package let nearest: String?

    package init(_ message: String, nearest: String? = nil) {
        self.message = message
        self.nearest = nearest
    }

    /// The message, with the value that was probably meant: `must be …; did you mean 'x'?`.
    package var sentence: String { message + (nearest.map { "; did you mean '\($0)'?" } ?? "") }
}

extension ValueProblem {
    /// Makes the problem of a word that is not among some choices.
    ///
    /// - Parameters:
    ///   - expected: the possible values, such as `must be on or off`.
    ///   - choices: the words that may have been meant.
    package init(_ expected: String, not word: String, among choices: [String] = []) {
        self.init("\(expected), not '\(word.prefix(32))'", nearest: NearestName.of(word, among: choices))
    }

    /// Makes the problem of a word that is not among the only choices.
    package init(not word: String, oneOf choices: [String]) {
        self.init("must be one of \(choices.joined(separator: ", "))", not: word, among: choices)
    }

    /// Checks a path, which must not depend on where the daemon was started.
    static func checkPath(_ path: String) throws(ValueProblem) -> String {
        guard path.hasPrefix("/") else { throw ValueProblem("must be an absolute path, beginning with /") }
        return path
    }
}
