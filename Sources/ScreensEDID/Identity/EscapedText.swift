/// The percent-escaping of the fields of an identity.
enum EscapedText {
    /// Escapes all unsafe bytes of the UTF-8 form, and a lone `-`, which means a missing field.
    static func escape(_ text: String) -> String {
        if text == "-" { return "%2D" }
        var result = ""
        for byte in text.utf8 {
            if isSafe(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                result += byte < 16 ? "%0\(digits)" : "%\(digits)"
            }
        }
        return result
    }

    /// Returns the text of an escaped text; nil if an escape is broken or the bytes are not UTF-8.
    static func unescape(_ escaped: some StringProtocol) -> String? {
        var bytes: [UInt8] = []
        var rest = escaped.utf8.makeIterator()
        while let byte = rest.next() {
            guard byte == percent else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.next().flatMap(hexValue), let low = rest.next().flatMap(hexValue) else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Returns the value of a hexadecimal digit in ASCII.
    static func hexValue(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    static let percent = UInt8(ascii: "%")

    private static func isSafe(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ":"), percent, UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "["), UInt8(ascii: "]"),
            UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"):
            false
        default:
            (0x21...0x7E).contains(byte)
        }
    }
}
