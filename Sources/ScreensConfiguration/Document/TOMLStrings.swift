import ScreensJSON

/// Texts in quotes.
extension TOMLCursor {
    /// Takes a text in single or double quotes, or, for values, in triple quotes.
    ///
    /// - Parameter isKey: whether it is a key, which must be on one line.
    mutating func takeString(isKey: Bool) throws(SyntaxProblem) -> String {
        guard let quote = peek(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw lacks("a quote")
        }
        let position = position
        let text = try takeText(quote, isKey: isKey)
        guard StreamSafeText.isSafe(text) else {
            throw SyntaxProblem(
                position: position,
                message: "has more than \(StreamSafeText.mostCombiningMarks) combining marks on a letter")
        }
        return text
    }

    private mutating func takeText(_ quote: UInt8, isKey: Bool) throws(SyntaxProblem) -> String {
        advance()
        guard !isKey, peek() == quote, peek(1) == quote else { return try takeLine(quote) }
        advance(by: 2)
        return try takeLines(quote)
    }

    private static let backslash = UInt8(ascii: "\\")

    private func isEscape(_ byte: UInt8, in quote: UInt8) -> Bool {
        byte == Self.backslash && quote == UInt8(ascii: "\"")
    }

    private mutating func takeLine(_ quote: UInt8) throws(SyntaxProblem) -> String {
        var text: [UInt8] = []
        while let byte = peek(), lineEnd == 0 {
            if take(quote) { return String(decoding: text, as: UTF8.self) }
            if isEscape(byte, in: quote) {
                text += try takeEscape()
            } else {
                text.append(try takeCharacterByte())
            }
        }
        throw lacks("a closing quote")
    }

    private mutating func takeLines(_ quote: UInt8) throws(SyntaxProblem) -> String {
        var text: [UInt8] = []
        advance(by: lineEnd)
        while let byte = peek() {
            if byte == quote {
                // Up to two quotes before the closing three belong to the text.
                var count = 1
                while count < 5, peek(count) == quote { count += 1 }
                advance(by: count)
                text += [UInt8](repeating: quote, count: count < 3 ? count : count - 3)
                if count >= 3 { return String(decoding: text, as: UTF8.self) }
            } else if lineEnd > 0 {
                advance(by: lineEnd)
                text.append(10)
            } else if isEscape(byte, in: quote) {
                if !takeContinuation() { text += try takeEscape() }
            } else {
                text.append(try takeCharacterByte())
            }
        }
        throw lacks("a closing quote")
    }

    /// Skips a backslash at the end of a line and all blanks after it; returns false if the line continues.
    private mutating func takeContinuation() -> Bool {
        var ahead = self
        ahead.advance()
        ahead.skipSpaces()
        guard ahead.lineEnd > 0 else { return false }
        while ahead.lineEnd > 0 {
            ahead.advance(by: ahead.lineEnd)
            ahead.skipSpaces()
        }
        self = ahead
        return true
    }

    private mutating func takeEscape() throws(SyntaxProblem) -> [UInt8] {
        advance()
        let character: UInt8
        switch peek() {
        case UInt8(ascii: "b"): character = 8
        case UInt8(ascii: "t"): character = 9
        case UInt8(ascii: "n"): character = 10
        case UInt8(ascii: "f"): character = 12
        case UInt8(ascii: "r"): character = 13
        case UInt8(ascii: "\""): character = UInt8(ascii: "\"")
        case Self.backslash: character = Self.backslash
        case UInt8(ascii: "u"): return try takeScalar(digits: 4)
        case UInt8(ascii: "U"): return try takeScalar(digits: 8)
        default: throw lacks("one of b, t, n, f, r, u, U, a quote and a backslash")
        }
        advance()
        return [character]
    }

    private mutating func takeScalar(digits: Int) throws(SyntaxProblem) -> [UInt8] {
        advance()
        var number: UInt32 = 0
        for _ in 0..<digits {
            guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw lacks("a hexadecimal digit")
            }
            number = number << 4 | UInt32(digit)
            advance()
        }
        guard let scalar = Unicode.Scalar(number) else { throw lacks("the number of a character") }
        return Array(String(Character(scalar)).utf8)
    }
}
