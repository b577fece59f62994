extension StringProtocol {
    /// The text with everything that could move a cursor, or turn the reading direction around, as `\u{…}`.
    ///
    /// Some of the texts that are printed come from displays and other programs. Bytes that are not UTF-8 were read as
    /// U+FFFD, which is marked too.
    package var printable: String {
        var result = ""
        for scalar in unicodeScalars {
            if scalar.isHarmless {
                result.unicodeScalars.append(scalar)
            } else {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            }
        }
        return result
    }

    /// The same for a message of several lines, joined by spaces.
    package var printableLine: String {
        split(separator: "\n").map { $0.trimmingSpaces.printable }.joined(separator: " ")
    }

    private var trimmingSpaces: SubSequence {
        let start = firstIndex { $0 != " " } ?? endIndex
        let last = lastIndex { $0 != " " }
        return self[start..<(last.map { index(after: $0) } ?? start)]
    }
}

extension BinaryInteger {
    /// The hexadecimal digits in capitals, at least `count` of them.
    package func hexadecimal(digits count: Int) -> String {
        let digits = String(self, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    }
}

extension Unicode.Scalar {
    fileprivate var isHarmless: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
        default: self != "\u{FFFD}"
        }
    }
}
