/// Finds where the keys of a document are, which the parser does not tell, and what the parser must not be given.
///
/// A document in which it does not know how to go on must not get to the parser: toml++ 3.4.0 ends the process by an
/// assertion where a section's name begins with a character that is none of a name's, or a space and no time comes after
/// a date, and it reads some that are cut off. What is left to the parser is what values mean, and what is there twice.
struct TOMLScanner {
    /// Why it stopped before the end.
    enum Stop: Error, Hashable {
        /// Something stands there instead of this.
        case lacks(String)
        /// A word without quotes is no value.
        case noValue(String)
        /// The parser calls itself for what lies within something, as often as the text says.
        case tooDeep
        /// The parser's texts end at the first NUL.
        case nul
    }

    private let bytes: [UInt8]
    private(set) var offset = 0
    private var line = 1
    private var column = 1

    /// What was found.
    let outline = OutlineNode(SourcePosition(line: 1, column: 1))
    /// The table that keys belong to.
    private var section: OutlineNode
    private var sectionDepth = 0

    /// Keys, arrays and tables within one another.
    static let deepest = 32

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        section = outline
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// Where it is, or stopped.
    var position: SourcePosition { SourcePosition(line: line, column: column) }

    /// Goes through all of the document.
    mutating func scan() throws(Stop) {
        while true {
            skipBlank(lineFeeds: true)
            guard let next = peek() else { return }
            if next == UInt8(ascii: "[") {
                try scanHeader()
            } else {
                try scanPair(in: section, depth: sectionDepth)
            }
            skipBlank(lineFeeds: false)
            guard peek() == nil || peek() == 10 else { throw .lacks("the end of the line") }
        }
    }

    // MARK: Sections and pairs

    private mutating func scanHeader() throws(Stop) {
        advance()
        let isArray = take(UInt8(ascii: "["))
        skipBlank(lineFeeds: false)
        let parts = try scanKey(depth: 0)
        guard take(UInt8(ascii: "]")), !isArray || take(UInt8(ascii: "]")) else {
            throw .lacks(isArray ? "']]'" : "']'")
        }
        var node = outline
        for (index, part) in parts.enumerated() {
            // Whatever goes on from an array of tables belongs to the last of them.
            node = (node.elements.last ?? node).key(part.name, at: part.position)
            if isArray, index == parts.count - 1 { node = node.element(at: part.position) }
        }
        section = node.elements.last ?? node
        sectionDepth = parts.count
    }

    private mutating func scanPair(in table: OutlineNode, depth: Int) throws(Stop) {
        let parts = try scanKey(depth: depth)
        guard take(UInt8(ascii: "=")) else { throw .lacks("'='") }
        var node = table
        for part in parts { node = node.key(part.name, at: part.position) }
        skipBlank(lineFeeds: false)
        try scanValue(node, depth: depth + parts.count)
    }

    private mutating func scanKey(depth: Int) throws(Stop) -> [(name: String, position: SourcePosition)] {
        var parts: [(name: String, position: SourcePosition)] = []
        repeat {
            skipBlank(lineFeeds: false)
            let position = position
            parts.append((try scanKeyPart(), position))
            guard depth + parts.count <= Self.deepest else { throw .tooDeep }
            skipBlank(lineFeeds: false)
        } while take(UInt8(ascii: "."))
        return parts
    }

    private mutating func scanKeyPart() throws(Stop) -> String {
        guard let first = peek() else { throw .lacks("a name") }
        if first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") { return try scanText(first, isKey: true) }
        let start = offset
        while let byte = peek(), Self.isBare(byte) { advance() }
        guard offset > start else { throw .lacks("a name") }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    /// Whether a byte may be in a key without quotes.
    static func isBare(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    // MARK: Values

    private mutating func scanValue(_ node: OutlineNode, depth: Int) throws(Stop) {
        guard depth <= Self.deepest else { throw .tooDeep }
        switch peek() {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): _ = try scanText(bytes[offset], isKey: false)
        case UInt8(ascii: "["): try scanArray(node, depth: depth)
        case UInt8(ascii: "{"): try scanTable(node, depth: depth)
        default:
            try scanWord()
        }
    }

    private mutating func scanWord() throws(Stop) {
        let start = self
        while let byte = peek(), Self.isInWord(byte) { advance() }
        let word = bytes[start.offset..<offset]
        guard !word.isEmpty else { throw .lacks("a value") }
        guard BareValue.isUnderstood(word) else {
            self = start
            throw .noValue(String(decoding: word.prefix(32), as: UTF8.self))
        }
    }

    /// Whether a number, a date, `true` or a word that is none of them may have it.
    private static func isInWord(_ byte: UInt8) -> Bool {
        isBare(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
    }

    private mutating func scanArray(_ node: OutlineNode, depth: Int) throws(Stop) {
        advance()
        while true {
            skipBlank(lineFeeds: true)
            if take(UInt8(ascii: "]")) { return }
            try scanValue(node.element(at: position), depth: depth + 1)
            skipBlank(lineFeeds: true)
            if take(UInt8(ascii: "]")) { return }
            guard take(UInt8(ascii: ",")) else { throw .lacks("',' or ']'") }
        }
    }

    private mutating func scanTable(_ node: OutlineNode, depth: Int) throws(Stop) {
        advance()
        skipBlank(lineFeeds: false)
        if take(UInt8(ascii: "}")) { return }
        while true {
            try scanPair(in: node, depth: depth)
            skipBlank(lineFeeds: false)
            if take(UInt8(ascii: "}")) { return }
            guard take(UInt8(ascii: ",")) else { throw .lacks("',' or '}'") }
        }
    }

    // MARK: Texts

    /// A text in quotes of any kind; only keys are unescaped.
    private mutating func scanText(_ quote: UInt8, isKey: Bool) throws(Stop) -> String {
        advance()
        var isLong = false
        if !isKey, peek() == quote, peek(1) == quote {
            advance()
            advance()
            isLong = true
        }
        var text: [UInt8] = []
        while let byte = peek() {
            if byte == quote {
                if !isLong {
                    advance()
                    return String(decoding: text, as: UTF8.self)
                }
                if peek(1) == quote, peek(2) == quote {
                    // Up to two more quotes belong to the text.
                    for _ in 0..<5 where peek() == quote { advance() }
                    return ""
                }
            } else if byte == UInt8(ascii: "\\"), quote == UInt8(ascii: "\"") {
                let escaped = try scanEscape()
                if isKey { text += escaped }
                continue
            } else if byte == 10, !isLong {
                throw .lacks("a closing quote")
            }
            if isKey { text.append(byte) }
            advance()
        }
        throw .lacks("a closing quote")
    }

    private mutating func scanEscape() throws(Stop) -> [UInt8] {
        advance()
        guard let kind = peek() else { throw .lacks("a closing quote") }
        advance()
        switch kind {
        case UInt8(ascii: "b"): return [8]
        case UInt8(ascii: "t"): return [9]
        case UInt8(ascii: "n"): return [10]
        case UInt8(ascii: "f"): return [12]
        case UInt8(ascii: "r"): return [13]
        case UInt8(ascii: "e"): return [27]
        case UInt8(ascii: "x"): return try scanNumber(digits: 2)
        case UInt8(ascii: "u"): return try scanNumber(digits: 4)
        case UInt8(ascii: "U"): return try scanNumber(digits: 8)
        default: return [kind]
        }
    }

    private mutating func scanNumber(digits: Int) throws(Stop) -> [UInt8] {
        var number: UInt32 = 0
        for _ in 0..<digits {
            guard let byte = peek(), let digit = Character(Unicode.Scalar(byte)).hexDigitValue else {
                throw .lacks("a hexadecimal digit")
            }
            number = number << 4 | UInt32(digit)
            advance()
        }
        guard number != 0 else { throw .nul }
        guard let scalar = Unicode.Scalar(number) else { throw .lacks("the number of a character") }
        return Array(String(Character(scalar)).utf8)
    }

    // MARK: Bytes

    private func peek(_ distance: Int = 0) -> UInt8? {
        offset + distance < bytes.count ? bytes[offset + distance] : nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        advance()
        return true
    }

    private mutating func advance() {
        let byte = bytes[offset]
        offset += 1
        if byte == 10 {
            line += 1
            column = 1
        } else if byte & 0xC0 != 0x80 {
            column += 1
        }
    }

    /// What stands where it is, for people: a character or an end.
    var found: String {
        switch peek() {
        case nil: return "the end of the file"
        case 10, 13: return "the end of the line"
        default:
            let rest = String(decoding: bytes[offset..<min(offset + 4, bytes.count)], as: UTF8.self)
            return rest.unicodeScalars.first.map { "'\($0)'" } ?? "nothing"
        }
    }

    /// Past spaces, and past comments and ends of lines where these mean nothing.
    private mutating func skipBlank(lineFeeds: Bool) {
        while let byte = peek() {
            switch byte {
            case 9, 32, 13: advance()
            case 10:
                guard lineFeeds else { return }
                advance()
            case UInt8(ascii: "#"): while let next = peek(), next != 10 { advance() }
            default: return
            }
        }
    }
}
