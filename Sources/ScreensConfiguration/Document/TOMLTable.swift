/// A key, or a part of a dotted one.
struct TOMLKey {
    let name: DocumentKey
    let position: SourcePosition
}

/// A table while its document is being read, with TOML's rules about later additions.
final class TOMLTable {
    /// The origin of the table, which decides about additions.
    private enum Origin {
        /// Its own header, `[a]` or `[[a]]`, is allowed only once, and only the pairs below it add to it.
        case header
        /// The header of a table in it, `[a.b]`: its own header may follow.
        case longerHeader
        /// A dotted key, `a.b = 1`: more such keys may follow, but no header.
        case dottedKey
    }

    private enum Entry {
        case value(DocumentNode)
        case table(TOMLTable)
        /// Tables with the header `[[a]]`, and the place of the first.
        case tables([TOMLTable], SourcePosition)

        var position: SourcePosition? {
            switch self {
            case .value(let node): node.position
            case .table(let table): table.position
            case .tables(_, let position): position
            }
        }
    }

    private let position: SourcePosition
    private var origin: Origin
    private var entries: [DocumentKey: Entry] = [:]

    /// Makes the document's own table, or a table in braces.
    init(position: SourcePosition) {
        self.position = position
        origin = .dottedKey
    }

    private init(_ key: TOMLKey, _ origin: Origin) {
        position = key.position
        self.origin = origin
    }

    /// Returns the path of an entry; for an array of tables, the path of its last element.
    func extended(_ path: DocumentPath, by key: TOMLKey) -> DocumentPath {
        let path = path.key(key.name.name)
        guard case .tables(let tables, _)? = entries[key.name] else { return path }
        return path.element(tables.count - 1)
    }

    /// Returns the table that a header passes through.
    func passed(by key: TOMLKey) throws(SyntaxProblem) -> TOMLTable {
        switch entries[key.name] {
        case nil: return add(key, .longerHeader)
        case .table(let table): return table
        case .tables(let tables, _): if let last = tables.last { return last }
        case .value: break
        }
        throw redefines(key)
    }

    /// Returns the table of the header `[key]`.
    func opened(by key: TOMLKey) throws(SyntaxProblem) -> TOMLTable {
        guard let entry = entries[key.name] else { return add(key, .header) }
        guard case .table(let table) = entry, table.origin == .longerHeader else { throw redefines(key) }
        table.origin = .header
        return table
    }

    /// Returns the table of the header `[[key]]`, a new table each time.
    func appended(by key: TOMLKey) throws(SyntaxProblem) -> TOMLTable {
        let table = TOMLTable(key, .header)
        switch entries[key.name] {
        case nil: entries[key.name] = .tables([table], key.position)
        case .tables(var tables, let position):
            // Without this, the array would be copied for each element.
            entries[key.name] = .tables([], position)
            tables.append(table)
            entries[key.name] = .tables(tables, position)
        case .table, .value: throw redefines(key)
        }
        return table
    }

    /// Returns the table that a dotted key passes through.
    func dotted(by key: TOMLKey) throws(SyntaxProblem) -> TOMLTable {
        guard let entry = entries[key.name] else { return add(key, .dottedKey) }
        guard case .table(let table) = entry, table.origin != .header else { throw redefines(key) }
        table.origin = .dottedKey
        return table
    }

    /// Sets a key that does not exist yet.
    func set(_ key: TOMLKey, to value: DocumentNode.Value) throws(SyntaxProblem) {
        guard entries[key.name] == nil else { throw redefines(key) }
        entries[key.name] = .value(DocumentNode(value: value, position: key.position))
    }

    /// The table as a value, which is complete.
    var node: DocumentNode {
        let values = entries.mapValues { entry in
            switch entry {
            case .value(let node): node
            case .table(let table): table.node
            case .tables(let tables, let position):
                DocumentNode(value: .array(tables.map(\.node)), position: position)
            }
        }
        return DocumentNode(value: .table(values), position: position)
    }

    private func add(_ key: TOMLKey, _ origin: Origin) -> TOMLTable {
        let table = TOMLTable(key, origin)
        entries[key.name] = .table(table)
        return table
    }

    private func redefines(_ key: TOMLKey) -> SyntaxProblem {
        let line = entries[key.name]?.position.map { " of line \($0.line)" } ?? ""
        return SyntaxProblem(position: key.position, message: "redefines \(TOMLText.shortKey(key.name.name))\(line)")
    }
}
