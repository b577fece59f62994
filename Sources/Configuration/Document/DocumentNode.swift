/// A value of a document, and where its key is.
package struct DocumentNode: Sendable, Hashable {
    /// What it may be.
    package enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int)
        case number(Double)
        case flag(Bool)
        case array([DocumentNode])
        case table([String: DocumentNode])
    }

    /// What it is.
    package let value: Value
    /// Where its key was written first; where the value is, for elements of a list; nil for the document.
    package let position: SourcePosition?

    /// What it is, for people.
    var kind: String {
        switch value {
        case .text: "a text"
        case .integer, .number: "a number"
        case .flag: "true or false"
        case .array: "a list"
        case .table: "a table"
        }
    }
}
