extension LosslessStringConvertible where Self: SignedNumeric {
    /// Parses a number with the symbol of its unit, in upper or lower case, optionally after spaces: `6500K`, `6500 k`,
    /// `2.5 %`.
    init?(_ text: String, withUnit symbol: String) {
        let number = text.lowercased()
        guard number.hasSuffix(symbol.lowercased()) else { return nil }
        var digits = number.dropLast(symbol.count)
        while digits.last == " " { digits.removeLast() }
        self.init(String(digits))
    }
}
