/// Hexadecimal text as people paste it: digits with or without spaces, or the output of `xxd`, `hexdump -C` or
/// `edid-decode`.
enum HexDump {
    enum Reading: Hashable {
        /// The bytes that the text stands for.
        case bytes([UInt8])
        /// The content is not text, and therefore not a dump.
        case noText
        /// The content is text, but this line is not part of a dump. Lines count from 1.
        case broken(line: Int)
    }

    /// Reads a dump. A binary EDID is never taken for a dump: its header has bytes that are not ASCII text.
    static func read(_ content: [UInt8]) -> Reading {
        guard !content.isEmpty, content.allSatisfy(isText) else { return .noText }
        let lines = content.split(omittingEmptySubsequences: false) { $0 == UInt8(ascii: "\n") }
        // edid-decode prints the bytes first, between a title and a rule, and then their meaning.
        let title = lines.firstIndex { $0.starts(with: Array("edid-decode (hex):".utf8)) }
        let start = title.map { $0 + 1 } ?? 0
        var bytes: [UInt8] = []
        for (index, line) in lines.enumerated().dropFirst(start) {
            if title != nil, line.starts(with: Array("--".utf8)) { break }
            guard let decoded = decode(line, at: bytes.count) else { return .broken(line: index + 1) }
            bytes += decoded
        }
        return .bytes(bytes)
    }

    private static func isText(_ byte: UInt8) -> Bool {
        (0x20...0x7E).contains(byte) || (0x09...0x0D).contains(byte)
    }

    /// Returns the bytes of a line; nil if it is something else, or states another offset than `offset`.
    private static func decode(_ line: ArraySlice<UInt8>, at offset: Int) -> [UInt8]? {
        var digits = line
        if let canonical = canonical(line, at: offset) {
            digits = canonical
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")) {
            // xxd: the offset and a colon, groups with one space between them, two spaces, and the bytes as characters.
            guard Int(String(decoding: line[..<colon], as: UTF8.self), radix: 16) == offset else { return nil }
            digits = line[(colon + 1)...].drop(while: isSpace)
            let gap = digits.indices.first {
                isSpace(digits[$0]) && $0 + 1 < digits.endIndex && isSpace(digits[$0 + 1])
            }
            digits = digits[..<(gap ?? digits.endIndex)]
        }
        var bytes: [UInt8] = []
        for group in digits.split(whereSeparator: isSpace) {
            guard group.count % 2 == 0 else { return nil }
            for start in stride(from: group.startIndex, to: group.endIndex, by: 2) {
                guard let high = value(of: group[start]), let low = value(of: group[start + 1]) else { return nil }
                bytes.append(high << 4 | low)
            }
        }
        return bytes
    }

    /// Returns the groups of a line of `hexdump -C`: the offset, the groups, and the bytes as characters between bars.
    /// Returns nil for other lines. The last line of `hexdump -C` is the offset alone.
    private static func canonical(_ line: ArraySlice<UInt8>, at offset: Int) -> ArraySlice<UInt8>? {
        guard line.count >= 8, Int(String(decoding: line.prefix(8), as: UTF8.self), radix: 16) == offset else {
            return nil
        }
        let rest = line.dropFirst(8)
        if offset > 0, rest.allSatisfy(isSpace) { return [] }
        guard rest.starts(with: [0x20, 0x20]), let bar = rest.firstIndex(of: UInt8(ascii: "|")) else { return nil }
        return rest[..<bar]
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    private static func value(of digit: UInt8) -> UInt8? {
        Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8($0) }
    }
}
