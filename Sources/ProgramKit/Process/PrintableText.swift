extension StringProtocol {
    /// The text with everything that could move a cursor, or turn the reading direction around, as `\u{…}`.
    ///
    /// Displays and other programs choose some of the texts that are printed. What was no UTF-8 came in as U+FFFD, and
    /// is marked too.
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

    /// The same for messages of several lines: these are joined by a space each.
    package var printableLine: String {
        split(separator: "\n").map { $0.trimmingSpaces.printable }.joined(separator: " ")
    }

    private var trimmingSpaces: SubSequence {
        let start = firstIndex { $0 != " " } ?? endIndex
        let last = lastIndex { $0 != " " }
        return self[start..<(last.map { index(after: $0) } ?? start)]
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
