/// An interface from its definition: its methods with their input and output, its errors and its types.
///
/// The interface is a value and belongs to no thread.
package struct Interface: Sendable {
    /// The name, such as `org.varlink.service`.
    package let name: String

    /// The comment above the declaration, without its `#` signs; empty if there is none.
    package let documentation: String

    /// The methods in the order of their declaration.
    package let methods: [Method]

    /// The errors in the order of their declaration.
    package let errors: [ErrorDeclaration]

    /// The named types in the order of their declaration.
    package let types: [TypeDeclaration]

    /// The definition itself, unchanged.
    package let text: String

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

    /// Returns the method of this name, without the interface in front.
    package func method(_ name: String) -> Method? { methodsByName[name] }

    /// Returns the type of this name.
    package func type(_ name: String) -> ValueType? { typesByName[name] }
}

// MARK: - Reading

extension Interface {
    /// The deepest nesting of types.
    package static let deepest = 32

    /// The longest definition that is read, in bytes.
    package static let longestText = 1 << 20

    /// Reads a definition: the text of a `.varlink` file.
    ///
    /// - Throws: ``DefinitionError`` with the place of the first fault.
    package init(definition text: String) throws(DefinitionError) {
        var parser = DefinitionParser(text)
        self = try parser.interface()
    }
}

// MARK: - Declarations

extension Interface {
    /// A method.
    package struct Method: Sendable, Hashable {
        /// The name, without the interface in front.
        package let name: String
        /// The comment above the declaration, without its `#` signs; empty if there is none.
        package let documentation: String
        /// The parameters of a call.
        package let input: [Field]
        /// The parameters of a reply.
        package let output: [Field]
    }

    /// An error with which methods may fail.
    package struct ErrorDeclaration: Sendable, Hashable {
        /// The name, without the interface in front.
        package let name: String
        /// The comment above the declaration, without its `#` signs; empty if there is none.
        package let documentation: String
        /// The parameters of the error.
        package let fields: [Field]
    }

    /// A named type.
    package struct TypeDeclaration: Sendable, Hashable {
        /// The name.
        package let name: String
        /// The comment above the declaration, without its `#` signs; empty if there is none.
        package let documentation: String
        /// The type: a structure or an enumeration.
        package let type: ValueType
    }

    /// A field of a structure, or a parameter.
    package struct Field: Sendable, Hashable {
        /// The name.
        package let name: String
        /// The type.
        package let type: ValueType
    }

    /// The type of a value.
    package indirect enum ValueType: Sendable, Hashable {
        /// `bool`.
        case bool
        /// `int`: an integer that an `Int64` can hold.
        case int
        /// `float`: any number.
        case float
        /// `string`.
        case string
        /// `object`: a JSON object with any members.
        case object
        /// A type that the interface declares under this name.
        case named(String)
        /// `[]`.
        case array(ValueType)
        /// `[string]`: any names with values of one type.
        case map(ValueType)
        /// `?`: a value, null or nothing.
        case optional(ValueType)
        /// `(name: type, …)`.
        case structure([Field])
        /// `(name, …)`: a string that is one of these names.
        case enumeration([String])
    }
}
