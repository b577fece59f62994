extension DisplayIdentity: LosslessStringConvertible {
    /// The stable form `make:product:model:serial`, which a configuration can hold: `DEL:a0b1:DELL%20U2410:F525M0A1234L`.
    ///
    /// The product is four hexadecimal digits in lower case. What is missing is `-`. Texts are percent-escaped as UTF-8,
    /// where they hold anything else than printable ASCII or what has a meaning here, in a pattern, or in quotes.
    public var description: String {
        [make, productDigits, model, serial]
            .map { $0.map(EscapedText.escape) ?? "-" }
            .joined(separator: ":")
    }

    /// Reads the stable form back; nil where the text is not of that form. The year is not part of it.
    public init?(_ description: String) {
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
