/// The written form of values in TOML.
enum TOMLText {
    /// Returns a text in quotes, with escapes for everything that a text must not contain or that a terminal would
    /// obey.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where scalar.needsEscape:
                result += "\\U" + scalar.value.hexadecimal(digits: 8)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    /// Returns whether a byte may be in a key without quotes.
    static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Returns a key, in quotes if it needs them.
    static func key(_ name: String) -> String {
        !name.isEmpty && name.utf8.allSatisfy(isBare) ? name : quoted(name)
    }

    /// Returns a key for a message: in quotes if it needs them, and shortened if it is very long.
    static func shortKey(_ name: String) -> String {
        let short = name.shortened(to: 64)
        return name.utf8.allSatisfy(isBare) && !name.isEmpty ? short : quoted(short)
    }

    /// Returns an inline table of written keys and values.
    static func table(_ entries: [(key: String, value: String)]) -> String {
        "{ " + entries.map { "\($0.key) = \($0.value)" }.joined(separator: ", ") + " }"
    }

    /// Returns a number, without a point if it needs none.
    static func number(_ number: Double) -> String {
        let text = String(number)
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}

extension Unicode.Scalar {
    /// Whether it affects a terminal or a reader of text, or is reserved from exchange.
    fileprivate var needsEscape: Bool {
        switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
