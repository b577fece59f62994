extension Interface {
    /// How deep types may lie within each other.
    public static let deepest = 32

    /// The longest definition that is read, in bytes.
    public static let longestText = 1 << 20

    /// Reads a definition: the text of a `.varlink` file.
    ///
    /// - Throws: ``DefinitionError`` with the place of the first thing that is wrong.
    public init(definition text: String) throws(DefinitionError) {
        var parser = DefinitionParser(text)
        self = try parser.interface()
    }
}
