/// The reason why a text is not the definition of an interface, and the place.
package struct DefinitionError: Error, Sendable, Hashable {
    /// The kind of fault.
    package let reason: Reason

    /// The line, from 1.
    package let line: Int

    /// The byte in the line, from 1.
    package let column: Int

    /// The faults that a definition may have.
    package enum Reason: Sendable, Hashable {
        /// The text lacks this here.
        case expected(String)
        /// The name has a form that an `interface`, a `member` or a `field` must not have.
        case invalidName(String)
        /// The name is declared twice.
        case duplicateName(String)
        /// No type has this name.
        case unknownType(String)
        /// Types are nested deeper than ``Interface/deepest``.
        case tooDeep
        /// The text has more bytes than ``Interface/longestText``.
        case tooLong
    }
}

extension DefinitionError: CustomStringConvertible {
    /// The place and one clause for people, in English.
    package var description: String {
        let clause =
            switch reason {
            case .expected(let what): "\(what) is expected here"
            case .invalidName(let kind): "not the name of \(kind == "interface" ? "an" : "a") \(kind)"
            case .duplicateName(let name): "`\(name)` is declared twice"
            case .unknownType(let name): "no type has the name `\(name)`"
            case .tooDeep: "the type is nested too deeply"
            case .tooLong: "the text is too long"
            }
        return "line \(line), column \(column): \(clause)"
    }
}
