/// A cursor in a document, which counts lines and columns as it moves.
///
/// The bytes are valid UTF-8 without a NUL.
struct TOMLCursor {
    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var column = 1

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        // A byte order mark is not a character of the document.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    var position: SourcePosition { SourcePosition(line: line, column: column) }

    func peek(_ distance: Int = 0) -> UInt8? {
        offset + distance < bytes.count ? bytes[offset + distance] : nil
    }

    mutating func advance() {
        let byte = bytes[offset]
        offset += 1
        if byte == 10 {
            line += 1
            column = 1
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }

    mutating func advance(by count: Int) {
        for _ in 0..<count { advance() }
    }

    mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        advance()
        return true
    }

    /// Takes the bytes from here on, as long as they fit.
    mutating func take(while fits: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        let start = offset
        while let byte = peek(), fits(byte) { advance() }
        return bytes[start..<offset]
    }

    // MARK: Lines

    /// The number of bytes of the line end here: 1 for LF, 2 for CR and LF, 0 if the line continues or the document
    /// ends.
    var lineEnd: Int {
        switch peek() {
        case 10: 1
        case 13 where peek(1) == 10: 2
        default: 0
        }
    }

    /// Skips spaces and tabs.
    mutating func skipSpaces() {
        while peek() == 32 || peek() == 9 { advance() }
    }

    /// Skips spaces, comments and line ends.
    mutating func skipLines() throws(SyntaxProblem) {
        while true {
            skipSpaces()
            try skipComment()
            guard lineEnd > 0 else { return }
            advance(by: lineEnd)
        }
    }

    /// Skips a comment up to the end of its line.
    mutating func skipComment() throws(SyntaxProblem) {
        guard peek() == UInt8(ascii: "#") else { return }
        while peek() != nil, lineEnd == 0 { _ = try takeCharacterByte() }
    }

    /// Takes a byte of a text or a comment, in which only the tab is allowed of all control characters.
    mutating func takeCharacterByte() throws(SyntaxProblem) -> UInt8 {
        guard let byte = peek(), byte >= 32 && byte != 127 || byte == 9 else { throw problem("has \(found)") }
        advance()
        return byte
    }

    // MARK: Problems

    func problem(_ message: String) -> SyntaxProblem { SyntaxProblem(position: position, message: message) }

    /// Returns the problem that something else is found here.
    func lacks(_ expected: String) -> SyntaxProblem { problem("lacks \(expected) before \(found)") }

    /// The next character, or the end, as words for people.
    private var found: String {
        guard let byte = peek() else { return "the end of the file" }
        if lineEnd > 0 { return "the end of the line" }
        if byte < 32 || byte == 127 {
            return "the control character U+" + byte.hexadecimal(digits: 4)
        }
        let rest = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
        return rest.unicodeScalars.first.map { "'\($0)'" } ?? "nothing"
    }
}
