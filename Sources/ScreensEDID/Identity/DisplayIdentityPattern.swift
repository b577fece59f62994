/// A pattern that matches identities field by field: `DEL:*:*:*` is every display of one manufacturer.
///
/// The form is the same as for a ``DisplayIdentity``: four fields between colons, percent-escaped. In each field `*`
/// matches any text, including a missing one, `?` one character, and a lone `-` a missing field. A manufacturer's
/// letters and the product's digits match in either case.
package struct DisplayIdentityPattern: Sendable, Hashable {
    private let fields: [Glob]

    /// The pattern as written.
    package let description: String

    /// Parses a pattern; nil if there are not four fields, or an escape is broken.
    package init?(_ description: String) {
        let parts = description.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var globs: [Glob] = []
        for (position, part) in parts.enumerated() {
            guard let glob = Glob(part, ignoresCase: position < 2) else { return nil }
            globs.append(glob)
        }
        fields = globs
        self.description = description
    }

    /// Returns whether all four fields of the identity match.
    package func matches(_ identity: DisplayIdentity) -> Bool {
        let texts = [identity.make, identity.productDigits, identity.model, identity.serial]
        return zip(fields, texts).allSatisfy { $0.matches($1) }
    }
}

extension DisplayIdentityPattern: LosslessStringConvertible {}

/// A field of a pattern: literal characters, `?` for any character and `*` for any number of them.
struct Glob: Sendable, Hashable {
    private let pattern: Wildcards
    private let matchesMissing: Bool
    private let ignoresCase: Bool

    /// Parses a field; nil if it is empty, an escape is broken, or it has a `[`, which is reserved for sets of
    /// characters.
    init?(_ field: some StringProtocol, ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        if field == "-" {
            pattern = Wildcards()
            matchesMissing = true
            return
        }
        guard !field.isEmpty else { return nil }
        var pattern = Wildcards()
        // Literal text is collected first, because only whole escape sequences make UTF-8.
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

    /// Returns whether the whole text matches; nil is a missing field.
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
