import ProgramKit

/// Lines of aligned columns.
struct TextTable {
    enum Alignment { case left, right }

    private let alignments: [Alignment]
    private var rows: [[String]] = []

    /// - Parameter columns: the titles, in capitals, and how the column below is aligned.
    init(_ columns: [(title: String, alignment: Alignment)]) {
        alignments = columns.map(\.alignment)
        rows.append(columns.map(\.title))
    }

    /// Adds a line; its cells are made printable.
    mutating func add(_ cells: [String]) {
        rows.append(cells.map(\.printable))
    }

    /// All lines, each with its end.
    var text: String {
        let widths = alignments.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let padding = String(repeating: " ", count: widths[column] - cell.count)
                if column > 0 { line += "  " }
                line += alignments[column] == .left ? cell + padding : padding + cell
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
