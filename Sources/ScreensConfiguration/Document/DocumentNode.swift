/// A place in a text.
package struct SourcePosition: Sendable, Hashable {
    /// The line, from 1.
    package let line: Int
    /// The column in characters (Unicode scalars), from 1.
    package let column: Int
}

/// A key of a table. Two keys are equal if their bytes are equal, as in TOML; as Swift strings, `é` as one scalar and
/// as two would be equal.
package struct DocumentKey: Sendable, Hashable, ExpressibleByStringLiteral {
    package let name: String

    package init(_ name: String) { self.name = name }

    package init(stringLiteral name: String) { self.name = name }

    package static func == (left: DocumentKey, right: DocumentKey) -> Bool {
        left.name.utf8.elementsEqual(right.name.utf8)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in name.utf8 { hasher.combine(byte) }
        // An end mark: no text has this byte.
        hasher.combine(UInt8.max)
    }
}

/// A value of a document, and the place of its key.
package struct DocumentNode: Sendable, Hashable {
    /// The kinds of values.
    package enum Value: Sendable, Hashable {
        case text(String)
        case integer(Int)
        case number(Double)
        case flag(Bool)
        case time(TOMLTime)
        case array([DocumentNode])
        case table([DocumentKey: DocumentNode])
    }

    /// The value itself.
    package let value: Value
    /// The place where its key was written first; the place of the value for elements of a list; the beginning for the
    /// document; nil for a value of a call or a command line.
    package let position: SourcePosition?

    /// The kind of the value as a word for people.
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

/// The place of a value in a document: `screen[1].content.fade`.
struct DocumentPath: Sendable, Hashable, CustomStringConvertible {
    private let steps: [Step]

    private enum Step: Sendable, Hashable {
        case key(String)
        case element(Int)
    }

    static let root = DocumentPath(steps: [])

    private init(steps: [Step]) {
        self.steps = steps
    }

    func key(_ name: String) -> DocumentPath { DocumentPath(steps: steps + [.key(name)]) }

    /// Returns how many steps have this name.
    func count(of name: String) -> Int { steps.count { $0 == .key(name) } }

    func appending(_ inner: DocumentPath) -> DocumentPath { DocumentPath(steps: steps + inner.steps) }

    /// - Parameter index: the index, from 0.
    func element(_ index: Int) -> DocumentPath { DocumentPath(steps: steps + [.element(index)]) }

    /// Elements are counted from 1, as people count sections; very long names are shortened.
    var description: String {
        var text = ""
        for step in steps {
            switch step {
            case .element(let index): text += "[\(index + 1)]"
            case .key(let name): text += (text.isEmpty ? "" : ".") + TOMLText.shortKey(name)
            }
        }
        return text
    }
}
