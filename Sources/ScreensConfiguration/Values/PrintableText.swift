extension StringProtocol {
    /// The text with `\u{…}` for each character that could move a cursor or reverse the reading direction.
    ///
    /// Some printed texts come from displays and other programs. Bytes that are not UTF-8 were read as U+FFFD, which is
    /// escaped too.
    package var printable: String {
        plain ?? escapingHarmful { "\\u{\(String($0.value, radix: 16, uppercase: true))}" }
    }

    /// The text of a JSON document with `\uXXXX` for each such character, which stands for the same value.
    ///
    /// - Precondition: the text is JSON without white space: only its strings have such characters.
    package var printableJSON: String {
        plain ?? escapingHarmful { scalar in scalar.utf16.map { "\\u\($0.hexadecimal(digits: 4))" }.joined() }
    }

    /// The text if all of it is printable ASCII, as most texts are; nil if not. Unicode's tables and the general ways
    /// over any kind of text would take a twelfth of the start of a command that prints one line.
    private var plain: String? {
        let text = String(self)
        return text.utf8.allSatisfy { (0x20...0x7E).contains($0) } ? text : nil
    }

    /// The text with at most so many Unicode scalars, and `…` in place of the others: one `Character` may have any
    /// number of scalars.
    package func shortened(to most: Int) -> String {
        unicodeScalars.count > most ? String(String.UnicodeScalarView(unicodeScalars.prefix(most))) + "…" : String(self)
    }

    private func escapingHarmful(_ escape: (Unicode.Scalar) -> String) -> String {
        var result = ""
        for scalar in unicodeScalars {
            if scalar.isHarmless {
                result.unicodeScalars.append(scalar)
            } else {
                result += escape(scalar)
            }
        }
        return result
    }

    /// The printable text of a message, with its lines joined by spaces.
    package var printableLine: String {
        if let plain, plain.utf8.first != UInt8(ascii: " "), plain.utf8.last != UInt8(ascii: " ") { return plain }
        return split(separator: "\n").map { $0.trimmingSpaces.printable }.joined(separator: " ")
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
    /// Whether it can neither move a cursor nor turn the reading direction.
    var isHarmless: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
        default: self != "\u{FFFD}"
        }
    }
}
