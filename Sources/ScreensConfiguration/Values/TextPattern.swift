import ScreensEDID

/// A pattern as in a shell: `*` stands for any text, `?` for any character, and after a backslash each stands for itself.
/// Capitals count.
package struct TextPattern: Sendable, Hashable {
    /// As it was written.
    package let text: String
    private let pattern: Wildcards

    /// The most characters of a pattern.
    static let longest = 256

    /// From a pattern as it is written.
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

    /// The pattern that fits one text alone.
    package init(literal text: String) {
        var pattern = ""
        for scalar in text.unicodeScalars {
            if "*?\\".unicodeScalars.contains(scalar) { pattern += "\\" }
            pattern.unicodeScalars.append(scalar)
        }
        self.init(pattern)
    }

    /// Whether the whole text fits.
    package func matches(_ text: String) -> Bool { pattern.matches(Array(text.unicodeScalars)) }
}

extension TextPattern {
    /// A pattern as people write it.
    static func checked(_ text: String) throws(ValueProblem) -> TextPattern {
        guard !text.isEmpty else { throw ValueProblem("is empty; '*' matches any text") }
        guard text.unicodeScalars.count <= longest else { throw ValueProblem("is longer than \(longest) characters") }
        guard !text.utf8.contains(0) else { throw ValueProblem("has a NUL character") }
        return TextPattern(text)
    }
}
