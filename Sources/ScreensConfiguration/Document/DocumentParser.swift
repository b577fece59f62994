/// The reason why a document is not TOML. The first fault ends the reading.
package struct SyntaxProblem: Error, Hashable {
    /// The position in the document; nil if the problem concerns the whole document.
    package let position: SourcePosition?
    /// A sentence without its subject, which is the document: `lacks ']' before the end of the line`.
    package let message: String
    /// The key whose value contains it; nil outside values.
    private(set) var path: DocumentPath?

    init(position: SourcePosition?, message: String) {
        self.position = position
        self.message = message
    }

    /// Returns the same problem in the value at a path.
    func within(_ outer: DocumentPath) -> SyntaxProblem {
        var problem = self
        problem.path = outer.appending(path ?? .root)
        return problem
    }
}

/// A parser of documents of TOML 1.0, which gives each value its position.
package enum DocumentParser {
    /// The most bytes of a document.
    package static let largest = 1 << 20

    /// Parses a document, and returns its table.
    package static func parse(_ bytes: [UInt8]) throws(SyntaxProblem) -> DocumentNode {
        guard bytes.count <= largest else { throw SyntaxProblem(position: nil, message: "is larger than 1 MiB") }
        if let nul = bytes.firstIndex(of: 0) {
            throw SyntaxProblem(position: position(of: nul, in: bytes), message: "has a NUL character")
        }
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw SyntaxProblem(
                position: position(of: validPrefix(of: bytes), in: bytes), message: "has bytes that are not UTF-8")
        }
        var parser = TOMLParser(bytes)
        return try parser.parse()
    }

    private static func position(of offset: Int, in bytes: [UInt8]) -> SourcePosition {
        let before = bytes[..<offset]
        let lineStart = before.lastIndex(of: 10).map { $0 + 1 } ?? 0
        return SourcePosition(
            line: before.count { $0 == 10 } + 1,
            column: before[lineStart...].count { $0 & 0xC0 != 0x80 } + 1)
    }

    /// Returns the number of bytes that are valid UTF-8.
    private static func validPrefix(of bytes: [UInt8]) -> Int {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) {
            offset += UTF8.width(scalar)
        }
        return min(offset, bytes.count)
    }
}
