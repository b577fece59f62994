/// A field of a pattern: literal characters, `?` for any one and `*` for any number of them.
struct Glob: Sendable, Hashable {
    private let pattern: Wildcards
    private let matchesMissing: Bool
    private let ignoresCase: Bool

    /// Reads a field; nil where it is empty, an escape is broken, or it has a `[`, which is kept for sets of characters.
    init?(_ field: some StringProtocol, ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        if field == "-" {
            pattern = Wildcards()
            matchesMissing = true
            return
        }
        guard !field.isEmpty else { return nil }
        var pattern = Wildcards()
        // Literal text is collected first: only whole escape sequences make UTF-8.
        var literal = ""
        func flush() -> Bool {
            guard let text = EscapedText.unescape(literal) else { return false }
            for scalar in text.unicodeScalars {
                pattern.append(.literal(ignoresCase ? Self.lowercased(scalar) : scalar))
            }
            literal = ""
            return true
        }
        for scalar in field.unicodeScalars {
            switch scalar {
            case "*":
                guard flush() else { return nil }
                pattern.append(.any)
            case "?":
                guard flush() else { return nil }
                pattern.append(.one)
            case "[":
                return nil
            default:
                literal.unicodeScalars.append(scalar)
            }
        }
        guard flush() else { return nil }
        self.pattern = pattern
        matchesMissing = pattern.pieces == [.any]
    }

    /// Whether the whole text matches; nil is a missing field.
    func matches(_ text: String?) -> Bool {
        guard let text else { return matchesMissing }
        guard !pattern.pieces.isEmpty else { return false }
        return pattern.matches(text.unicodeScalars.map { ignoresCase ? Self.lowercased($0) : $0 })
    }

    private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard ("A"..."Z").contains(scalar) else { return scalar }
        return Unicode.Scalar(UInt8(scalar.value) + 32)
    }
}
