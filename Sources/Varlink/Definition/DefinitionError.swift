/// Why a text is no definition of an interface, and where.
public struct DefinitionError: Error, Sendable, Hashable {
    /// What is wrong.
    public let reason: Reason

    /// The line, from 1.
    public let line: Int

    /// The byte of the line, from 1.
    public let column: Int

    /// What may be wrong with a definition.
    public enum Reason: Sendable, Hashable {
        /// This has to stand here.
        case expected(String)
        /// The name has a form that is not allowed for what it names: `interface`, `member` or `field`.
        case invalidName(String)
        /// The name is there already.
        case duplicateName(String)
        /// No type has this name.
        case unknownType(String)
        /// Types lie within each other deeper than ``Interface/deepest``.
        case tooDeep
        /// The text has more bytes than ``Interface/longestText``.
        case tooLong
    }
}

extension DefinitionError: CustomStringConvertible {
    /// The place and one clause for people, in English.
    public var description: String {
        let clause =
            switch reason {
            case .expected(let what): "\(what) is expected here"
            case .invalidName(let kind): "this is no name of \(kind == "interface" ? "an" : "a") \(kind)"
            case .duplicateName(let name): "`\(name)` is there twice"
            case .unknownType(let name): "no type is called `\(name)`"
            case .tooDeep: "the type is nested too deeply"
            case .tooLong: "the text is too long"
            }
        return "line \(line), column \(column): \(clause)"
    }
}
