extension [UInt8] {
    /// The bytes as two lower-case digits each.
    package var hexadecimal: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(count * 2)
        for byte in self {
            for nibble in [byte >> 4, byte & 15] {
                digits.append(nibble + (nibble < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
            }
        }
        return String(decoding: digits, as: UTF8.self)
    }

    /// Makes bytes from pairs of digits; nil for any other text.
    package init?(hexadecimal text: String) {
        // The text is read byte by byte: Swift takes fullwidth digits for hexadecimal ones, and documents do not.
        let digits = text.utf8.map { Character(Unicode.Scalar($0)).hexDigitValue }
        guard digits.count.isMultiple(of: 2) else { return nil }
        self = []
        reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = digits[index], let low = digits[index + 1] else { return nil }
            append(UInt8(high << 4 | low))
        }
    }
}
