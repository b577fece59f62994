/// A scanner that splits a definition into words and signs, and keeps the comment above the next of them.
struct DefinitionScanner {
    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var lineStart = 0
    /// Whether this line has had a word or sign: a comment after one documents nothing.
    private var isLineUsed = false
    private var comment: [String] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// A place in the text.
    struct Place: Sendable {
        let line: Int
        let column: Int

        func error(_ reason: DefinitionError.Reason) -> DefinitionError {
            DefinitionError(reason: reason, line: line, column: column)
        }
    }

    /// The place of the next word or sign.
    var place: Place { Place(line: line, column: position - lineStart + 1) }

    /// The comment directly above the next word or sign, line by line.
    var documentation: String { comment.joined(separator: "\n") }

    var isAtEnd: Bool { position == bytes.count }

    /// Skips to the next word or sign.
    mutating func skipBlanks() {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): position += 1
            case UInt8(ascii: "\n"):
                endLine()
            case UInt8(ascii: "#"):
                skipComment()
            default: return
            }
        }
    }

    private mutating func endLine() {
        // An empty line separates a comment from the declaration below it.
        if bytes[lineStart..<position].allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { comment = [] }
        position += 1
        line += 1
        lineStart = position
        isLineUsed = false
    }

    private mutating func skipComment() {
        let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        if !isLineUsed {
            var text = bytes[(position + 1)..<end]
            if text.first == UInt8(ascii: " ") { text.removeFirst() }
            if text.last == UInt8(ascii: "\r") { text.removeLast() }
            comment.append(String(decoding: text, as: UTF8.self))
        }
        position = end
    }

    private mutating func step(_ count: Int) {
        position += count
        isLineUsed = true
        comment = []
        skipBlanks()
    }

    /// Skips a sign, if it is next.
    mutating func take(_ sign: StaticString) -> Bool {
        guard isNext(sign) else { return false }
        step(sign.utf8CodeUnitCount)
        return true
    }

    private func isNext(_ sign: StaticString) -> Bool {
        guard bytes.count - position >= sign.utf8CodeUnitCount else { return false }
        return (0..<sign.utf8CodeUnitCount).allSatisfy { bytes[position + $0] == sign.utf8Start[$0] }
    }

    /// Reads a word, which may be empty: letters, digits, `_`, `-` and `.`.
    mutating func word() -> String {
        let start = position
        var end = start
        while end < bytes.count, Self.isWordByte(bytes[end]) { end += 1 }
        let word = String(decoding: bytes[start..<end], as: UTF8.self)
        if end > start { step(end - start) }
        return word
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

/// The forms of names in a definition.
enum DefinitionName {
    /// Returns whether a name is an interface's: two or more parts with dots between them, at most 255 bytes. A part
    /// has letters, digits and, between them, dashes; the first part starts with a letter.
    static func isInterface(_ name: String) -> Bool {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count >= 2, let first = name.utf8.first, isLetter(first), name.utf8.count <= 255 else {
            return false
        }
        return parts.allSatisfy { part in
            guard let first = part.first, let last = part.last else { return false }
            return isAlphanumeric(first) && isAlphanumeric(last)
                && part.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
        }
    }

    /// Returns whether a name is a member's: a capital letter, then letters and digits.
    static func isMember(_ name: String) -> Bool {
        guard let first = name.utf8.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return false }
        return name.utf8.allSatisfy(isAlphanumeric)
    }

    /// Returns whether a name is a field's: a letter, then letters and digits with single underscores between them.
    static func isField(_ name: String) -> Bool {
        guard let first = name.utf8.first, isLetter(first) else { return false }
        let parts = name.utf8.split(separator: UInt8(ascii: "_"), omittingEmptySubsequences: false)
        return parts.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAlphanumeric) }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
