/// Values that stand without quotes.
enum BareValue {
    /// Whether a word is `true`, `false` or a number as TOML has it; dates and times are left out, which no key takes.
    static func isUnderstood(_ word: ArraySlice<UInt8>) -> Bool {
        switch String(decoding: word, as: UTF8.self) {
        case "true", "false", "inf", "+inf", "-inf", "nan", "+nan", "-nan": return true
        default: break
        }
        for (prefix, digits) in [("0x", isHexadecimal), ("0o", isOctal), ("0b", isBinary)]
        where word.starts(with: prefix.utf8) {
            return take(digits, word.dropFirst(2))?.isEmpty ?? false
        }
        return isDecimal(dropSign(word))
    }

    private static func isDecimal(_ word: ArraySlice<UInt8>) -> Bool {
        guard var rest = take(isDigit, word) else { return false }
        let whole = word[..<rest.startIndex]
        guard whole.first != UInt8(ascii: "0") || whole.count == 1 else { return false }
        if rest.first == UInt8(ascii: ".") {
            guard let next = take(isDigit, rest.dropFirst()) else { return false }
            rest = next
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            guard let next = take(isDigit, dropSign(rest.dropFirst())) else { return false }
            rest = next
        }
        return rest.isEmpty
    }

    private static func dropSign(_ word: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        word.first == UInt8(ascii: "+") || word.first == UInt8(ascii: "-") ? word.dropFirst() : word
    }

    /// What comes after digits with single underscores between them; nil where there are none.
    private static func take(_ isDigit: (UInt8) -> Bool, _ word: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var rest = word
        while true {
            let digits = rest.prefix(while: isDigit)
            guard !digits.isEmpty else { return nil }
            rest = rest.dropFirst(digits.count)
            guard rest.first == UInt8(ascii: "_") else { return rest }
            rest = rest.dropFirst()
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
    private static func isOctal(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "7") ~= byte }
    private static func isBinary(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "1") ~= byte }
    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "f") ~= byte | 0x20
    }
}
