/// The identity of one display among all others, on any connector and machine.
///
/// Two identities are equal if manufacturer, product, model and serial are equal. The ``year`` is for people: it is
/// neither part of the comparison nor of the stable form ``description``.
package struct DisplayIdentity: Sendable {
    /// The manufacturer's three letters (E-EDID A.2 section 3.4.1); nil if the display sends something else.
    package let make: String?

    /// The manufacturer's code for the product (section 3.4.2).
    package let productCode: UInt16?

    /// The product's name (section 3.10.3.4); nil if the display has none.
    package let model: String?

    /// The serial number: the text (section 3.10.3.1), else the number (section 3.4.3) in decimal digits.
    ///
    /// Nil if there is neither. Manufacturers without serial numbers use placeholders such as 0, 1, 0x01010101 or
    /// `SerialNumber`. Displays without a serial can only be distinguished by their connector.
    package let serial: String?

    /// The year of manufacture or of the model (section 3.4.4).
    package let year: Int?

    /// The product code in four hexadecimal digits.
    var productDigits: String? {
        productCode.map { code in
            let digits = String(code, radix: 16)
            return String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }
    }

    /// Makes an identity from its parts; empty texts count as missing.
    package init(make: String?, productCode: UInt16?, model: String?, serial: String?, year: Int? = nil) {
        self.make = make.flatMap { $0.isEmpty ? nil : $0 }
        self.productCode = productCode
        self.model = model.flatMap { $0.isEmpty ? nil : $0 }
        self.serial = serial.flatMap { $0.isEmpty ? nil : $0 }
        self.year = year
    }
}

extension DisplayIdentity: Hashable {
    /// Compares manufacturer, product, model and serial.
    package static func == (left: Self, right: Self) -> Bool {
        left.make == right.make && left.productCode == right.productCode && left.model == right.model
            && left.serial == right.serial
    }

    /// Hashes manufacturer, product, model and serial.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(make)
        hasher.combine(productCode)
        hasher.combine(model)
        hasher.combine(serial)
    }
}

extension DisplayIdentity: LosslessStringConvertible {
    /// The stable form `make:product:model:serial`, which a configuration can hold:
    /// `DEL:a0b1:DELL%20U2410:F525M0A1234L`.
    ///
    /// The product is four hexadecimal digits in lower case. A missing field is `-`. Texts are percent-escaped as
    /// UTF-8, except for printable ASCII without a meaning here, in a pattern, or in quotes.
    package var description: String {
        [make, productDigits, model, serial]
            .map { $0.map(EscapedText.escape) ?? "-" }
            .joined(separator: ":")
    }

    /// Parses the stable form, without the year; nil if the text does not have that form.
    package init?(_ description: String) {
        let fields = description.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count == 4 else { return nil }
        var texts: [String?] = []
        for field in fields {
            if field == "-" {
                texts.append(nil)
            } else if let text = EscapedText.unescape(field), !text.isEmpty {
                texts.append(text)
            } else {
                return nil
            }
        }
        var product: UInt16?
        if let digits = texts[1] {
            guard digits.utf8.count == 4, !digits.hasPrefix("+"), !digits.hasPrefix("-"),
                let code = UInt16(digits, radix: 16)
            else { return nil }
            product = code
        }
        self.init(make: texts[0], productCode: product, model: texts[2], serial: texts[3])
    }
}

/// Placeholders for serial numbers, which manufacturers copy from sample firmware, so that every display has the same.
enum PlaceholderSerial {
    /// Returns whether the number of the base block is a placeholder: 0, 1, 0x01010101 or all ones.
    static func contains(_ number: UInt32) -> Bool {
        number <= 1 || number == 0x0101_0101 || number == .max
    }

    /// Returns whether a text is a placeholder: without a letter or digit, a placeholder number, digits in order, one
    /// character many times, or a word for "serial number" or "none".
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

    /// The shortest run of equal characters that is a placeholder: `11` or `222` can be serial numbers.
    private static let shortestFilling = 8

    private static let sequence = "1234567890123"
    private static let shortestSequence = 6

    private static let words: Set<String> = [
        "serialnumber", "serialno", "serialnum", "serial", "sn", "none", "na", "null", "empty", "default", "unknown",
        "noserial", "noserialnumber", "tobefilled", "tobefilledbyoem", "tbd",
    ]

    /// Returns whether a character belongs to a serial number, unlike spaces, punctuation and unprintable characters.
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
