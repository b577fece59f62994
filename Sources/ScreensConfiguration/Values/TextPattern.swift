import ScreensEDID

/// A pattern as in a shell: `*` matches any text, `?` any character, and a backslash before one of them matches the
/// character itself. Capitals count.
package struct TextPattern: Sendable, Hashable {
    /// The pattern as written.
    package let text: String
    private let pattern: Wildcards

    /// The most characters of a pattern.
    static let longest = 256

    /// Makes a pattern from its written form.
    package init(_ text: String) {
        self.text = text
        var pattern = Wildcards()
        var isEscaped = false
        for scalar in text.unicodeScalars {
            switch scalar {
            case _ where isEscaped:
                pattern.append(.literal(scalar))
                isEscaped = false
            case "\\": isEscaped = true
            case "*": pattern.append(.any)
            case "?": pattern.append(.one)
            default: pattern.append(.literal(scalar))
            }
        }
        if isEscaped { pattern.append(.literal("\\")) }
        self.pattern = pattern
    }

    /// Makes the pattern that matches only one text.
    package init(literal text: String) {
        var pattern = ""
        for scalar in text.unicodeScalars {
            if "*?\\".unicodeScalars.contains(scalar) { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        self.init(pattern)
    }

    /// Returns whether the whole text matches.
    package func matches(_ text: String) -> Bool { pattern.matches(Array(text.unicodeScalars)) }
}

extension TextPattern {
    /// Parses a pattern as people write it.
    static func checked(_ text: String) throws(ValueProblem) -> TextPattern {
        guard !text.isEmpty else { throw ValueProblem("is empty; '*' matches any text") }
        guard text.unicodeScalars.count <= longest else { throw ValueProblem("is longer than \(longest) characters") }
        guard !text.utf8.contains(0) else { throw ValueProblem("has a NUL character") }
        return TextPattern(text)
    }
}
