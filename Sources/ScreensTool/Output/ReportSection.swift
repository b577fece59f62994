/// A part of a report: a title, and below it a name and a value a line.
struct ReportSection {
    private var table: TextTable
    private(set) var isEmpty = true

    /// - Parameter title: in capitals, as the titles of tables are.
    init(_ title: String) {
        table = TextTable([(title, .left), ("", .left)])
    }

    /// Adds a line; none where there is no value.
    mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        isEmpty = false
        table.add([name, value])
    }

    /// Adds a line of several values; none where there are none.
    mutating func add(_ name: String, listing values: [String]) {
        add(name, values.isEmpty ? nil : values.joined(separator: ", "))
    }

    /// Adds a line of what is so among `properties`.
    mutating func add(_ name: String, flags properties: [(String, Bool)]) {
        add(name, listing: properties.filter(\.1).map(\.0))
    }

    /// The title and all lines, each with its end; nothing where there are none.
    var text: String { isEmpty ? "" : table.text }

    /// The parts of a report, an empty line between each two; those without lines are left out.
    static func joined(_ parts: [String]) -> String {
        parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}
