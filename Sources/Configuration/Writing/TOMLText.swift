/// How values are written in TOML.
enum TOMLText {
    /// A text in quotes, with what cannot stand in it escaped; nil where TOML's reader here cannot take it.
    static func quoted(_ text: String) -> String? {
        guard !text.unicodeScalars.contains("\0") else { return nil }
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.needsEscape:
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "\\U" + String(repeating: "0", count: 8 - digits.utf8.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// An inline table of keys and values that are written already.
    static func table(_ entries: [(key: String, value: String)]) -> String {
        "{ " + entries.map { "\($0.key) = \($0.value)" }.joined(separator: ", ") + " }"
    }

    /// A number, without a point where it needs none.
    static func number(_ number: Double) -> String {
        let text = String(number)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension Unicode.Scalar {
    /// Whether it means something to a terminal or a reader of text, or is none to be exchanged.
    fileprivate var needsEscape: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
