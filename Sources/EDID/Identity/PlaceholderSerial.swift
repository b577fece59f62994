/// Serial numbers that are none: makers leave them as the sample firmware has them, the same in every display.
enum PlaceholderSerial {
    /// Whether the number of the base block is a filling: 0, 1, 0x01010101 or all ones.
    static func contains(_ number: UInt32) -> Bool {
        number <= 1 || number == 0x0101_0101 || number == .max
    }

    /// Whether a text is a filling: without a letter or digit, a number as above, digits in their order, one character
    /// many times, or a word for "serial number" or "none".
    static func contains(_ text: String) -> Bool {
        let content = text.unicodeScalars.filter { isContent($0) }.map { lowercased($0) }
        guard let first = content.first else { return true }
        if content.count >= shortestFilling, content.allSatisfy({ $0 == first }) { return true }
        var word = ""
        word.unicodeScalars.append(contentsOf: content)
        let number = word.drop { $0 == "0" }
        if number.isEmpty { return true }
        if number.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            if number.utf8.count >= shortestSequence, sequence.hasPrefix(number) { return true }
            return UInt32(number).map(contains) ?? false
        }
        return words.contains(word)
    }

    /// Fewer equal characters can be a serial number, such as `11` or `222`.
    private static let shortestFilling = 8

    private static let sequence = "1234567890123"
    private static let shortestSequence = 6

    private static let words: Set<String> = [
        "serialnumber", "serialno", "serialnum", "serial", "sn", "none", "na", "null", "empty", "default", "unknown",
        "noserial", "noserialnumber", "tobefilled", "tobefilledbyoem", "tbd",
    ]

    /// Spaces, punctuation and unprintable characters are not part of a serial number.
    private static func isContent(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "0"..."9", "A"..."Z", "a"..."z": true
        default: scalar.value > 0x7F && scalar != "\u{FFFD}" && scalar != "\u{FF}"
        }
    }

    private static func lowercased(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard ("A"..."Z").contains(scalar) else { return scalar }
        return Unicode.Scalar(UInt8(scalar.value) + 32)
    }
}
