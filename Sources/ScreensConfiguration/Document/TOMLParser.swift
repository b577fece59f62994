/// A parser of a document of TOML 1.0.
///
/// It calls itself for nested values, at most ``deepest`` times, so that no document overflows the stack.
struct TOMLParser {
    private var cursor: TOMLCursor
    private let document: TOMLTable
    /// The table of the following pairs.
    private var section: TOMLTable
    private var sectionDepth = 0
    private var sectionPath = DocumentPath.root

    /// The deepest nesting of keys, arrays and tables.
    static let deepest = 32

    init(_ bytes: [UInt8]) {
        cursor = TOMLCursor(bytes)
        document = TOMLTable(position: cursor.position)
        section = document
    }

    /// Parses the whole document.
    mutating func parse() throws(SyntaxProblem) -> DocumentNode {
        while true {
            try cursor.skipLines()
            guard let next = cursor.peek() else { return document.node }
            if next == UInt8(ascii: "[") {
                try parseHeader()
            } else {
                do {
                    try parsePair(in: section, depth: sectionDepth)
                } catch {
                    throw error.path == nil ? error : error.within(sectionPath)
                }
            }
            cursor.skipSpaces()
            try cursor.skipComment()
            guard cursor.peek() == nil || cursor.lineEnd > 0 else { throw cursor.lacks("the end of the line") }
        }
    }

    // MARK: Headers, pairs and keys

    private mutating func parseHeader() throws(SyntaxProblem) {
        cursor.advance()
        let isArray = cursor.take(UInt8(ascii: "["))
        cursor.skipSpaces()
        let (path, last) = try parseKey(depth: 0)
        guard cursor.take(UInt8(ascii: "]")), !isArray || cursor.take(UInt8(ascii: "]")) else {
            throw cursor.lacks(isArray ? "']]'" : "']'")
        }
        var table = document
        sectionPath = .root
        for key in path {
            let next = try table.passed(by: key)
            sectionPath = table.extended(sectionPath, by: key)
            table = next
        }
        section = isArray ? try table.appended(by: last) : try table.opened(by: last)
        sectionPath = table.extended(sectionPath, by: last)
        sectionDepth = path.count + 1
    }

    private mutating func parsePair(in table: TOMLTable, depth: Int) throws(SyntaxProblem) {
        let (path, last) = try parseKey(depth: depth)
        guard cursor.take(UInt8(ascii: "=")) else { throw cursor.lacks("'='") }
        cursor.skipSpaces()
        var table = table
        for key in path { table = try table.dotted(by: key) }
        let value: DocumentNode.Value
        do {
            value = try parseValue(depth: depth + path.count + 1)
        } catch {
            throw error.within((path + [last]).reduce(.root) { $0.key($1.name.name) })
        }
        try table.set(last, to: value)
    }

    /// Parses a key of one part, or of several parts with dots, and the spaces around it.
    private mutating func parseKey(depth: Int) throws(SyntaxProblem) -> (path: [TOMLKey], last: TOMLKey) {
        var path: [TOMLKey] = []
        while true {
            cursor.skipSpaces()
            let position = cursor.position
            let key = TOMLKey(name: DocumentKey(try parseKeyPart()), position: position)
            guard depth + path.count < Self.deepest else { throw tooDeep }
            cursor.skipSpaces()
            guard cursor.take(UInt8(ascii: ".")) else { return (path, key) }
            path.append(key)
        }
    }

    private mutating func parseKeyPart() throws(SyntaxProblem) -> String {
        if let first = cursor.peek(), first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
            return try cursor.takeString(isKey: true)
        }
        let name = cursor.take(while: TOMLText.isBare)
        guard !name.isEmpty else { throw cursor.lacks("a name") }
        return String(decoding: name, as: UTF8.self)
    }

    private var tooDeep: SyntaxProblem {
        cursor.problem("has more than \(Self.deepest) keys, lists or tables within one another")
    }

    // MARK: Values

    private mutating func parseValue(depth: Int) throws(SyntaxProblem) -> DocumentNode.Value {
        guard depth <= Self.deepest else { throw tooDeep }
        switch cursor.peek() {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return .text(try cursor.takeString(isKey: false))
        case UInt8(ascii: "["): return try parseArray(depth: depth)
        case UInt8(ascii: "{"): return try parseTable(depth: depth)
        default: return try parseWord()
        }
    }

    private mutating func parseArray(depth: Int) throws(SyntaxProblem) -> DocumentNode.Value {
        cursor.advance()
        var elements: [DocumentNode] = []
        while true {
            try cursor.skipLines()
            if cursor.take(UInt8(ascii: "]")) { return .array(elements) }
            let position = cursor.position
            do {
                elements.append(DocumentNode(value: try parseValue(depth: depth + 1), position: position))
            } catch {
                throw error.path == nil ? error : error.within(.root.element(elements.count))
            }
            try cursor.skipLines()
            if cursor.take(UInt8(ascii: "]")) { return .array(elements) }
            guard cursor.take(UInt8(ascii: ",")) else { throw cursor.lacks("',' or ']'") }
        }
    }

    private mutating func parseTable(depth: Int) throws(SyntaxProblem) -> DocumentNode.Value {
        let table = TOMLTable(position: cursor.position)
        cursor.advance()
        cursor.skipSpaces()
        if cursor.take(UInt8(ascii: "}")) { return table.node.value }
        while true {
            try parsePair(in: table, depth: depth)
            cursor.skipSpaces()
            if cursor.take(UInt8(ascii: "}")) { return table.node.value }
            guard cursor.take(UInt8(ascii: ",")) else { throw cursor.lacks("',' or '}'") }
        }
    }

    private mutating func parseWord() throws(SyntaxProblem) -> DocumentNode.Value {
        let start = cursor
        var word = cursor.take(while: Self.isInWord)
        // A space may separate a date from its time.
        if TOMLTime(word)?.kind == .localDate, cursor.peek() == 32, cursor.peek(3) == UInt8(ascii: ":") {
            cursor.advance()
            word = word + [32] + cursor.take(while: Self.isInWord)
        }
        guard !word.isEmpty else { throw cursor.lacks("a value") }
        let shown = String(decoding: word.prefix(32), as: UTF8.self)
        switch TOMLWord(word) {
        case .value(let value): return value
        case .tooLarge: throw start.problem("has '\(shown)', which is not a number of 64 bits")
        case .unknown:
            throw start.problem(
                "has '\(shown)', which is neither a number, true nor false; texts and times stand in quotes")
        }
    }

    /// Whether a byte may belong to a number, a date, `true` or an invalid word.
    private static func isInWord(_ byte: UInt8) -> Bool {
        TOMLText.isBare(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: ":")
    }
}
