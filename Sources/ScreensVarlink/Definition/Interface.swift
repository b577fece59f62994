/// An interface as its definition declares it: its methods with their input and output, its errors and its types.
///
/// A value; it has no thread of its own.
public struct Interface: Sendable {
    /// The name, such as `org.varlink.service`.
    public let name: String

    /// The comment above the declaration, without its `#` signs; empty where there is none.
    public let documentation: String

    /// The methods in the order of their declaration.
    public let methods: [Method]

    /// The errors in the order of their declaration.
    public let errors: [ErrorDeclaration]

    /// The named types in the order of their declaration.
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

    /// The method of this name, without the interface in front.
    public func method(_ name: String) -> Method? { methodsByName[name] }

    /// The type of this name.
    public func type(_ name: String) -> ValueType? { typesByName[name] }
}

// MARK: - Reading

extension Interface {
    /// How deep types may be nested.
    public static let deepest = 32

    /// The longest definition that is read, in bytes.
    public static let longestText = 1 << 20

    /// Reads a definition: the text of a `.varlink` file.
    ///
    /// - Throws: ``DefinitionError`` with the place of the first fault.
    public init(definition text: String) throws(DefinitionError) {
        var parser = DefinitionParser(text)
        self = try parser.interface()
    }
}

// MARK: - Declarations

extension Interface {
    /// A method.
    public struct Method: Sendable, Hashable {
        /// The name, without the interface in front.
        public let name: String
        /// The comment above the declaration, without its `#` signs; empty where there is none.
        public let documentation: String
        /// The parameters of a call.
        public let input: [Field]
        /// The parameters of a reply.
        public let output: [Field]
    }

    /// An error that methods may fail with.
    public struct ErrorDeclaration: Sendable, Hashable {
        /// The name, without the interface in front.
        public let name: String
        /// The comment above the declaration, without its `#` signs; empty where there is none.
        public let documentation: String
        /// The parameters of the error.
        public let fields: [Field]
    }

    /// A named type.
    public struct TypeDeclaration: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The comment above the declaration, without its `#` signs; empty where there is none.
        public let documentation: String
        /// The type: a structure or an enumeration.
        public let type: ValueType
    }

    /// A field of a structure, or a parameter.
    public struct Field: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The type.
        public let type: ValueType
    }

    /// The type of a value.
    public indirect enum ValueType: Sendable, Hashable {
        /// `bool`.
        case bool
        /// `int`: an integer that an `Int64` holds.
        case int
        /// `float`: any number.
        case float
        /// `string`.
        case string
        /// `object`: a JSON object of any members.
        case object
        /// A type that the interface declares under this name.
        case named(String)
        /// `[]`.
        case array(ValueType)
        /// `[string]`: any names, values of one type.
        case map(ValueType)
        /// `?`: a value, null or nothing.
        case optional(ValueType)
        /// `(name: type, …)`.
        case structure([Field])
        /// `(name, …)`: a string that is one of these.
        case enumeration([String])
    }
}
