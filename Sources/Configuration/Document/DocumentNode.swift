/// A place in a text.
package struct SourcePosition: Sendable, Hashable {
    /// From 1.
    package let line: Int
    /// In characters (Unicode scalars), from 1.
    package let column: Int
}

/// A value of a document, and where its key is.
package struct DocumentNode: Sendable, Hashable {
    /// The kinds of values that TOML has.
    package enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int)
        case number(Double)
        case flag(Bool)
        case time(TOMLTime)
        case array([DocumentNode])
        case table([String: DocumentNode])
    }

    /// The value itself.
    package let value: Value
    /// Where its key was written first; where the value is, for elements of a list; the beginning, for the document.
    package let position: SourcePosition

    /// The kind of the value, for people.
    var kind: String {
        switch value {
        case .text: "a text"
        case .integer, .number: "a number"
        case .flag: "true or false"
        case .time: "a date or time"
        case .array: "a list"
        case .table: "a table"
        }
    }
}
