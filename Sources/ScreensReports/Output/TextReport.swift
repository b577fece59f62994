import ScreensConfiguration
import ScreensLinux

/// Lines of aligned columns.
package struct TextTable {
    package enum Alignment { case left, right }

    private let alignments: [Alignment]
    private var rows: [[String]] = []

    /// - Parameter columns: the titles, in capitals and made printable, and the alignments of the columns.
    package init(_ columns: [(title: String, alignment: Alignment)]) {
        alignments = columns.map(\.alignment)
        rows.append(columns.map(\.title.printable))
    }

    /// Adds a line; its cells are made printable.
    package mutating func add(_ cells: [String]) {
        rows.append(cells.map(\.printable))
    }

    /// All lines, each with a line feed.
    package var text: String {
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

/// A part of a report: a title, and below it lines of a name and a value.
package struct ReportSection {
    private var table: TextTable
    package private(set) var isEmpty = true

    /// - Parameter title: the title in capitals, as the titles of tables are.
    package init(_ title: String) {
        table = TextTable([(title, .left), ("", .left)])
    }

    /// Adds a line, unless the value is nil.
    package mutating func add(_ name: String, _ value: String?) {
        guard let value else { return }
        isEmpty = false
        table.add([name, value])
    }

    /// Adds a line of several values, unless there are none.
    package mutating func add(_ name: String, listing values: [String]) {
        add(name, values.isEmpty ? nil : values.joined(separator: ", "))
    }

    /// The title and all lines, each with a line feed; empty without lines.
    package var text: String { isEmpty ? "" : table.text }

    /// Returns the parts of a report with an empty line between them. Parts without lines are left out.
    package static func joined(_ parts: [String]) -> String {
        parts.filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

/// Prose in lines that fit a terminal of 80 columns.
package enum Paragraph {
    private static let width = 80

    /// Returns the text behind a label, with its further lines below each other; all of it made printable.
    ///
    /// - Parameter indent: the least number of columns for the label. Every line of the text begins there.
    package static func text(_ label: String, indent: Int, _ text: String) -> String {
        let label = label.printable
        let padding = String(repeating: " ", count: max(0, indent - label.count))
        let margin = String(repeating: " ", count: indent)
        // A label that is too long has its own line.
        let lines = lines(text.printable, width: width - indent)
        let isOwnLine = label.count > indent || label.count == indent && indent > 0
        let first = isOwnLine ? label + "\n" + margin : label + padding
        return first + lines.joined(separator: "\n" + margin) + "\n"
    }

    /// Breaks at spaces, and within words that are longer than a line, since other programs choose some of them. A
    /// command in backquotes stays on one line if it fits, so that it can be copied.
    private static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for var word in words(of: text, width: width) {
            if !line.isEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = ""
            }
            while line.isEmpty, word.count > width {
                lines.append(String(word.prefix(width)))
                word = word.dropFirst(width)
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
    }

    /// Returns the parts between spaces. A command that fits on a line is one part, with the characters directly around
    /// it.
    private static func words(of text: String, width: Int) -> [Substring] {
        var (words, command): ([Substring], [Substring]) = ([], [])
        for word in text.split(separator: " ") {
            let isMark = word.count { $0 == "`" } % 2 == 1
            command.append(word)
            // The command continues behind its first backquote, to the second one.
            if (command.count == 1) == isMark { continue }
            let whole = text[command[0].startIndex..<word.endIndex]
            words += whole.count <= width ? [whole] : command
            command = []
        }
        return words + command
    }
}
