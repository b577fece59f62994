/// An interface as its definition declares it: what may be called, with what, and what comes back.
///
/// A value; it has no thread of its own.
public struct Interface: Sendable {
    /// The name, such as `org.varlink.service`.
    public let name: String

    /// The comment above the declaration, without its signs; empty where there is none.
    public let documentation: String

    /// The methods in the order of their declaration.
    public let methods: [Method]

    /// The errors in the order of their declaration.
    public let errors: [ErrorDeclaration]

    /// The types that have names, in the order of their declaration.
    public let types: [TypeDeclaration]

    /// The definition itself, as it was given.
    public let text: String

    private let methodsByName: [String: Method]
    private let typesByName: [String: ValueType]

    init(
        name: String, documentation: String, methods: [Method], errors: [ErrorDeclaration], types: [TypeDeclaration],
        text: String
    ) {
        self.name = name
        self.documentation = documentation
        self.methods = methods
        self.errors = errors
        self.types = types
        self.text = text
        methodsByName = Dictionary(methods.map { ($0.name, $0) }) { first, _ in first }
        typesByName = Dictionary(types.map { ($0.name, $0.type) }) { first, _ in first }
    }

    /// The method of this name, without the interface's in front.
    public func method(_ name: String) -> Method? { methodsByName[name] }

    /// What a name of a type stands for.
    public func type(_ name: String) -> ValueType? { typesByName[name] }
}
