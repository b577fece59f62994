/// A reader of a definition, by recursive descent with a limit of depth.
struct DefinitionParser {
    private let text: String
    private var scanner: DefinitionScanner
    private var names: Set<String> = []
    /// The names of used types, which may be declared further down.
    private var references: [(name: String, place: DefinitionScanner.Place)] = []
    private var methods: [Interface.Method] = []
    private var errors: [Interface.ErrorDeclaration] = []
    private var types: [Interface.TypeDeclaration] = []

    init(_ text: String) {
        self.text = text
        scanner = DefinitionScanner(Array(text.utf8))
    }

    mutating func interface() throws(DefinitionError) -> Interface {
        guard text.utf8.count <= Interface.longestText else { throw scanner.place.error(.tooLong) }
        scanner.skipBlanks()
        var place = scanner.place
        let documentation = scanner.documentation
        guard scanner.word() == "interface" else { throw place.error(.expected("`interface`")) }
        place = scanner.place
        let name = scanner.word()
        guard DefinitionName.isInterface(name) else { throw place.error(.invalidName("interface")) }
        while !scanner.isAtEnd { try member() }
        let declared = Set(types.map(\.name))
        for reference in references where !declared.contains(reference.name) {
            throw reference.place.error(.unknownType(reference.name))
        }
        return Interface(
            name: name, documentation: documentation, methods: methods, errors: errors, types: types, text: text)
    }

    private mutating func member() throws(DefinitionError) {
        let (place, documentation) = (scanner.place, scanner.documentation)
        switch scanner.word() {
        case "method":
            let name = try memberName()
            let input = try structure()
            try expect("->")
            let output = try structure()
            methods.append(
                Interface.Method(name: name, documentation: documentation, input: input, output: output))
        case "error":
            let name = try memberName()
            let fields = try structure()
            errors.append(Interface.ErrorDeclaration(name: name, documentation: documentation, fields: fields))
        case "type":
            let name = try memberName()
            let type = try parenthesized(depth: 1)
            types.append(Interface.TypeDeclaration(name: name, documentation: documentation, type: type))
        default:
            throw place.error(.expected("`method`, `error` or `type`"))
        }
    }

    private mutating func memberName() throws(DefinitionError) -> String {
        let place = scanner.place
        let name = scanner.word()
        guard DefinitionName.isMember(name) else { throw place.error(.invalidName("member")) }
        guard names.insert(name).inserted else { throw place.error(.duplicateName(name)) }
        return name
    }

    private mutating func expect(_ sign: StaticString) throws(DefinitionError) {
        guard scanner.take(sign) else { throw scanner.place.error(.expected("`\(sign)`")) }
    }

    private mutating func structure() throws(DefinitionError) -> [Interface.Field] {
        let place = scanner.place
        guard case .structure(let fields) = try parenthesized(depth: 1) else {
            throw place.error(.expected("a structure"))
        }
        return fields
    }

    /// Reads a structure or an enumeration; a structure has a colon after its first name.
    private mutating func parenthesized(depth: Int) throws(DefinitionError) -> Interface.ValueType {
        try expect("(")
        if scanner.take(")") { return .structure([]) }
        var (fields, values): ([Interface.Field], [String]) = ([], [])
        var seen: Set<String> = []
        repeat {
            let place = scanner.place
            let name = scanner.word()
            guard DefinitionName.isField(name) else { throw place.error(.invalidName("field")) }
            guard seen.insert(name).inserted else { throw place.error(.duplicateName(name)) }
            if values.isEmpty, fields.isEmpty ? scanner.take(":") : try requireColon() {
                fields.append(Interface.Field(name: name, type: try type(depth: depth + 1)))
            } else {
                values.append(name)
            }
        } while scanner.take(",")
        guard scanner.take(")") else { throw scanner.place.error(.expected("`,` or `)`")) }
        return fields.isEmpty ? .enumeration(values) : .structure(fields)
    }

    private mutating func requireColon() throws(DefinitionError) -> Bool {
        try expect(":")
        return true
    }

    private mutating func type(depth: Int, mayBeOptional: Bool = true) throws(DefinitionError) -> Interface.ValueType {
        let place = scanner.place
        guard depth <= Interface.deepest else { throw place.error(.tooDeep) }
        if scanner.take("[]") { return .array(try type(depth: depth + 1)) }
        if scanner.take("[string]") { return .map(try type(depth: depth + 1)) }
        if mayBeOptional, scanner.take("?") { return .optional(try type(depth: depth + 1, mayBeOptional: false)) }
        let word = scanner.word()
        switch word {
        case "bool": return .bool
        case "int": return .int
        case "float": return .float
        case "string": return .string
        case "object": return .object
        case "": return try parenthesizedType(place, depth: depth)
        default:
            guard DefinitionName.isMember(word) else { throw place.error(.expected("a type")) }
            references.append((word, place))
            return .named(word)
        }
    }

    private mutating func parenthesizedType(
        _ place: DefinitionScanner.Place, depth: Int
    ) throws(DefinitionError) -> Interface.ValueType {
        do {
            return try parenthesized(depth: depth)
        } catch  where error.line == place.line && error.column == place.column {
            throw place.error(.expected("a type"))
        }
    }
}
