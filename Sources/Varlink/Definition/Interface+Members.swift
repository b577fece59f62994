extension Interface {
    /// A method.
    public struct Method: Sendable, Hashable {
        /// The name, without the interface's in front.
        public let name: String
        /// The comment above the declaration, without its signs; empty where there is none.
        public let documentation: String
        /// What it is given.
        public let input: [Field]
        /// What it gives.
        public let output: [Field]
    }

    /// An error that methods may fail with.
    public struct ErrorDeclaration: Sendable, Hashable {
        /// The name, without the interface's in front.
        public let name: String
        /// The comment above the declaration, without its signs; empty where there is none.
        public let documentation: String
        /// What belongs to it.
        public let fields: [Field]
    }

    /// A type that has a name.
    public struct TypeDeclaration: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The comment above the declaration, without its signs; empty where there is none.
        public let documentation: String
        /// What it stands for: a structure or an enumeration.
        public let type: ValueType
    }

    /// A name and the type of what bears it.
    public struct Field: Sendable, Hashable {
        /// The name.
        public let name: String
        /// The type.
        public let type: ValueType
    }
}
