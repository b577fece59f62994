import Screens

/// Why a value cannot be used: a message that goes on after the name of its key, and the value that was probably meant.
package struct ValueProblem: Error, Sendable, Hashable {
    /// As in `is 0, 90, 180 or 270`.
    package let message: String
    /// The value that is nearest, where one is near.
    package let nearest: String?

    package init(_ message: String, nearest: String? = nil) {
        self.message = message
        self.nearest = nearest
    }

    /// The message, with the value that was probably meant: `must be …; did you mean 'x'?`.
    package var sentence: String { message + (nearest.map { "; did you mean '\($0)'?" } ?? "") }
}

extension ValueProblem {
    /// A word that is none of some choices.
    ///
    /// - Parameters:
    ///   - expected: what it may be, as in `must be on or off`.
    ///   - choices: the words of which one may have been meant.
    package init(_ expected: String, not word: String, among choices: [String] = []) {
        self.init("\(expected), not '\(word.prefix(32))'", nearest: NearestName.of(word, among: choices))
    }

    /// A word that is none of some choices, which are all there are.
    package init(not word: String, oneOf choices: [String]) {
        self.init("must be one of \(choices.joined(separator: ", "))", not: word, among: choices)
    }

    /// A path that does not depend on where the daemon was started.
    static func checkPath(_ path: String) throws(ValueProblem) -> String {
        guard path.hasPrefix("/") else { throw ValueProblem("must be an absolute path, beginning with /") }
        return path
    }
}
