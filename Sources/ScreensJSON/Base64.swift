/// Bytes as a text (RFC 4648, section 4), the form of binary data in JSON and varlink.
public enum Base64 {
    private static let alphabet = [UInt8]("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    /// Returns the text of some bytes, padded and on one line.
    package static func encode(_ bytes: [UInt8]) -> String {
        let alphabet = Self.alphabet
        return String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { target in
            var count = 0
            for start in stride(from: 0, to: bytes.count, by: 3) {
                let length = min(3, bytes.count - start)
                var group = UInt32(bytes[start]) << 16
                if length > 1 { group |= UInt32(bytes[start + 1]) << 8 }
                if length > 2 { group |= UInt32(bytes[start + 2]) }
                for place in 0..<4 {
                    let digit = alphabet[Int(group >> (18 - 6 * UInt32(place)) & 63)]
                    target.initializeElement(at: count, to: place <= length ? digit : UInt8(ascii: "="))
                    count += 1
                }
            }
            return count
        }
    }

    /// Returns the bytes of a text; nil if it is not Base64, has anything between its digits or lacks its padding.
    public static func decode(_ text: String) -> [UInt8]? {
        var text = text
        return text.withUTF8 { units in
            guard units.count % 4 == 0 else { return nil }
            let digits = units.dropLast(units.suffix(2).count { $0 == UInt8(ascii: "=") })
            var bytes: [UInt8] = []
            bytes.reserveCapacity(units.count / 4 * 3)
            var group: UInt32 = 0
            for (index, unit) in digits.enumerated() {
                guard let digit = value(of: unit) else { return nil }
                group = group << 6 | digit
                guard index % 4 == 3 else { continue }
                bytes.append(UInt8(truncatingIfNeeded: group >> 16))
                bytes.append(UInt8(truncatingIfNeeded: group >> 8))
                bytes.append(UInt8(truncatingIfNeeded: group))
                group = 0
            }
            // The unused bits of the last digit must be zero, so that bytes have only one text.
            switch digits.count % 4 {
            case 2:
                guard group & 0xF == 0 else { return nil }
                bytes.append(UInt8(truncatingIfNeeded: group >> 4))
            case 3:
                guard group & 0x3 == 0 else { return nil }
                bytes.append(UInt8(truncatingIfNeeded: group >> 10))
                bytes.append(UInt8(truncatingIfNeeded: group >> 2))
            default: break
            }
            return bytes
        }
    }

    private static func value(of digit: UInt8) -> UInt32? {
        switch digit {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(digit - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(digit - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(digit - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
