/// One of the EDIDs in a text.
package struct NamedEDID: Sendable, Hashable {
    /// The connector of the display, or the name of the array in a source.
    package let connector: String?

    package let bytes: [UInt8]
}

/// The EDIDs in a text: the output of `xrandr --props`, `xrandr --verbose` or `modetest -c`, arrays in C, or a dump.
enum EDIDText {
    enum Reading: Hashable {
        /// The EDIDs of the text, in their order. A list of connectors may have none.
        case edids([NamedEDID])
        /// The content is not text, so it is an EDID in binary.
        case noText
        /// The content is text, but this line has something else than the expected bytes. Lines count from 1.
        case broken(line: Int)
    }

    /// Reads the EDIDs. A binary EDID is never taken for text: its header has bytes of zero.
    static func read(_ content: [UInt8]) -> Reading {
        // Sources may have comments in any language.
        guard content.allSatisfy({ $0 >= 0x20 || (0x09...0x0D).contains($0) }) else { return .noText }
        let lines = content.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }
            .map { String(decoding: $0, as: UTF8.self) }
        if lines.contains(where: ConnectorList.isHeading) { return ConnectorList.read(lines) }
        if content.contains(UInt8(ascii: "x")), lines.contains(where: { $0.contains("0x") || $0.contains("0X") }) {
            return ByteArrays.read(content)
        }
        switch HexDump.read(content) {
        case .bytes(let bytes): return .edids([NamedEDID(connector: nil, bytes: bytes)])
        case .noText: return .noText
        case .broken(let line): return .broken(line: line)
        }
    }
}

/// The properties of connectors as `xrandr --props` and `modetest -c` list them. The EDID is printed in lines of
/// hexadecimal digits.
private enum ConnectorList {
    /// Returns whether a line is the property's name: `EDID:`, in modetest with its number.
    static func isHeading(_ line: String) -> Bool {
        let words = line.split(whereSeparator: \.isWhitespace)
        switch words.count {
        case 1: return words[0] == "EDID:"
        case 2: return words[1] == "EDID:" && words[0].allSatisfy(\.isNumber)
        default: return false
        }
    }

    static func read(_ lines: [String]) -> EDIDText.Reading {
        var edids: [NamedEDID] = []
        var connector: String?
        var bytes: [UInt8]?
        func finish() {
            if let bytes, !bytes.isEmpty { edids.append(NamedEDID(connector: connector, bytes: bytes)) }
            bytes = nil
        }
        for (index, line) in lines.enumerated() {
            if isHeading(line) {
                finish()
                bytes = []
            } else if let name = connectorName(line) {
                finish()
                connector = name
            } else if bytes != nil {
                let text = line.filter { !$0.isWhitespace }
                if let part = digits(text) {
                    bytes?.append(contentsOf: part)
                } else if bytes?.isEmpty == false {
                    // An odd number of digits is a damaged dump; anything else is the next property.
                    if text.utf8.count > 8, text.allSatisfy(\.isHexDigit) { return .broken(line: index + 1) }
                    if !text.isEmpty { finish() }
                }
            }
        }
        finish()
        return .edids(edids)
    }

    /// Returns the connector whose properties follow: `HDMI-1 connected …` in xrandr, `32 0 connected HDMI-A-1 …` in
    /// modetest.
    private static func connectorName(_ line: String) -> String? {
        let states: Set<Substring> = ["connected", "disconnected", "unknown"]
        let words = line.split(whereSeparator: \.isWhitespace)
        if words.count >= 2, states.contains(words[1]), line.first?.isWhitespace == false { return String(words[0]) }
        guard words.count >= 4, states.contains(words[2]), words[0].allSatisfy(\.isNumber) else { return nil }
        return String(words[3])
    }

    /// Returns the bytes of a line that consists of digits; nil for any other line.
    private static func digits(_ text: String) -> [UInt8]? {
        guard !text.isEmpty, text.utf8.count % 2 == 0 else { return nil }
        guard case .bytes(let bytes) = HexDump.read(Array(text.utf8)) else { return nil }
        return bytes
    }
}

/// Arrays of bytes in C: `0x00, 0xff, …`, with or without the declaration around them.
private enum ByteArrays {
    static func read(_ content: [UInt8]) -> EDIDText.Reading {
        let source = withoutComments(content)
        var edids: [NamedEDID] = []
        var start = source.startIndex
        var hasBraces = false
        // Only the innermost braces contain bytes: an opening brace starts again.
        for (index, byte) in source.enumerated() {
            if byte == UInt8(ascii: "{") {
                start = index + 1
                hasBraces = true
            } else if byte == UInt8(ascii: "}"), hasBraces, start <= index {
                switch values(source[start..<index]) {
                case .success(let bytes):
                    if isDescription(bytes) { edids.append(NamedEDID(connector: name(source[..<start]), bytes: bytes)) }
                case .failure(let problem):
                    guard !isDescription(problem.bytes) else {
                        return .broken(line: line(of: problem.position, in: source))
                    }
                }
                start = index + 1
            }
        }
        if hasBraces { return .edids(edids) }
        switch values(source[...]) {
        case .success(let bytes): return .edids([NamedEDID(connector: nil, bytes: bytes)])
        case .failure(let problem): return .broken(line: line(of: problem.position, in: source))
        }
    }

    /// Text that is not a byte, and the bytes in front of it.
    private struct Problem: Error {
        let position: Int
        let bytes: [UInt8]
    }

    /// Returns whether an array is an EDID: sources have other arrays as well.
    private static func isDescription(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x00, 0xFF, 0xFF, 0xFF])
    }

    /// Returns the bytes between commas and spaces. All of them must be hexadecimal, since a decimal number would be
    /// ambiguous.
    private static func values(_ text: ArraySlice<UInt8>) -> Result<[UInt8], Problem> {
        var bytes: [UInt8] = []
        let separators = Array(" \t\r\n\u{0B}\u{0C},;".utf8)
        for token in text.split(whereSeparator: separators.contains) {
            guard token.count == 3 || token.count == 4, token.first == UInt8(ascii: "0"),
                token.dropFirst().first == UInt8(ascii: "x") || token.dropFirst().first == UInt8(ascii: "X"),
                let value = UInt8(String(decoding: token.dropFirst(2), as: UTF8.self), radix: 16)
            else { return .failure(Problem(position: token.startIndex, bytes: bytes)) }
            bytes.append(value)
        }
        return .success(bytes)
    }

    /// Returns the identifier of a declaration that ends with an opening brace: `static const u8 panel[] = {`.
    private static func name(_ head: ArraySlice<UInt8>) -> String? {
        // A declaration is short, and a source may have many of them.
        var rest = head.dropLast().suffix(256)
        func dropSpaces() {
            while let last = rest.last, last <= 0x20 { rest = rest.dropLast() }
        }
        dropSpaces()
        guard rest.last == UInt8(ascii: "=") else { return nil }
        rest = rest.dropLast()
        dropSpaces()
        if rest.last == UInt8(ascii: "]") {
            guard let open = rest.lastIndex(of: UInt8(ascii: "[")) else { return nil }
            rest = rest[..<open]
            dropSpaces()
        }
        let tail = rest.reversed().prefix { isIdentifier($0) }
        return tail.isEmpty ? nil : String(decoding: tail.reversed(), as: UTF8.self)
    }

    private static func isIdentifier(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// Replaces comments by spaces, so that positions stay the same. Line feeds stay.
    private static func withoutComments(_ content: [UInt8]) -> [UInt8] {
        var source = content
        var (isLine, isBlock) = (false, false)
        var index = 0
        while index < source.count {
            let (byte, next) = (source[index], index + 1 < source.count ? source[index + 1] : 0)
            var length = 1
            if !isLine, !isBlock, byte == UInt8(ascii: "/"), next == UInt8(ascii: "/") || next == UInt8(ascii: "*") {
                (isLine, isBlock) = (next == UInt8(ascii: "/"), next == UInt8(ascii: "*"))
                length = 2
            } else if isLine, byte == UInt8(ascii: "\n") {
                isLine = false
            } else if isBlock, byte == UInt8(ascii: "*"), next == UInt8(ascii: "/") {
                isBlock = false
                (source[index], source[index + 1]) = (0x20, 0x20)
                index += 2
                continue
            }
            if isLine || isBlock {
                for place in index..<index + length where source[place] != UInt8(ascii: "\n") { source[place] = 0x20 }
            }
            index += length
        }
        return source
    }

    private static func line(of position: Int, in source: [UInt8]) -> Int {
        source[..<position].count { $0 == UInt8(ascii: "\n") } + 1
    }
}
