import TOMLKit

/// Makes values with their positions of a file's bytes, whatever these are.
package enum DocumentParser {
    /// What is wrong with the document as a whole; the parser tells no more than one thing.
    package struct Problem: Error, Hashable {
        /// Where in the document, where that is known.
        package let position: SourcePosition?
        /// A sentence that begins with the document, which is not in it.
        package let message: String
    }

    /// The most bytes of a file.
    package static let largest = 1 << 20

    /// The document's table.
    package static func parse(_ bytes: [UInt8]) throws(Problem) -> DocumentNode {
        guard bytes.count <= largest else { throw Problem(position: nil, message: "is larger than 1 MiB") }
        if let nul = bytes.firstIndex(of: 0) { throw Problem(position: place(of: nul, in: bytes), message: nulMessage) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let wrong = firstInvalid(bytes)
            throw Problem(position: place(of: wrong, in: bytes), message: "has bytes that are no UTF-8")
        }
        var scanner = TOMLScanner(bytes)
        do {
            try scanner.scan()
        } catch {
            switch error {
            case .tooDeep:
                throw Problem(
                    position: scanner.position,
                    message: "has more than \(TOMLScanner.deepest) keys, lists or tables within one another")
            case .nul: throw Problem(position: scanner.position, message: nulMessage)
            case .noValue(let word):
                throw Problem(
                    position: scanner.position,
                    message: "has '\(word)', which is neither a number, true nor false; texts and times stand in quotes"
                )
            case .lacks(let wanted):
                throw Problem(position: scanner.position, message: "lacks \(wanted) before \(scanner.found)")
            }
        }
        return node(try table(text).tomlValue, scanner.outline)
    }

    private static let nulMessage = "has a NUL character"

    private static func table(_ text: String) throws(Problem) -> TOMLTable {
        do {
            return try TOMLTable(string: text)
        } catch let error as TOMLParseError {
            let place = error.source.begin
            throw Problem(
                position: place.line > 0 ? SourcePosition(line: place.line, column: place.column) : nil,
                message: error.description)
        } catch {
            throw Problem(position: nil, message: "cannot be read: \(error)")
        }
    }

    private static func node(_ value: TOMLValue, _ outline: OutlineNode?) -> DocumentNode {
        let content: DocumentNode.Value
        switch value.type {
        case .string: content = .text(value.string ?? "")
        case .int: content = .integer(value.int ?? 0)
        case .double: content = .number(value.double ?? 0)
        case .bool: content = .flag(value.bool ?? false)
        // The scanner lets none of them through.
        case .date, .time, .dateTime: content = .text("")
        case .array:
            let places = outline?.elements ?? []
            content = .array(
                (value.array.map { Array($0) } ?? []).enumerated().map { index, element in
                    node(element.tomlValue, index < places.count ? places[index] : nil)
                })
        case .table:
            var entries: [String: DocumentNode] = [:]
            if let table = value.table {
                for key in table.keys {
                    guard let entry = table[key] else { continue }
                    entries[key] = node(entry.tomlValue, outline?.keys[key])
                }
            }
            content = .table(entries)
        }
        return DocumentNode(value: content, position: outline?.position)
    }

    private static func place(of offset: Int, in bytes: [UInt8]) -> SourcePosition {
        let before = bytes[..<offset]
        let lineStart = before.lastIndex(of: 10).map { $0 + 1 } ?? 0
        return SourcePosition(
            line: before.count { $0 == 10 } + 1,
            column: before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1)
    }

    /// Where valid UTF-8 ends.
    private static func firstInvalid(_ bytes: [UInt8]) -> Int {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            offset += UTF8.width(scalar)
        }
        return min(offset, bytes.count)
    }
}
