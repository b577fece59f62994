import ProgramKit

/// Prose in lines that fit a terminal of 80 columns.
enum Paragraph {
    private static let width = 80

    /// The text behind a label, and its further lines below each other; all of it made printable.
    ///
    /// - Parameter indent: the columns that the label takes at least; every line of the text begins there.
    static func text(_ label: String, indent: Int, _ text: String) -> String {
        let label = label.printable
        let padding = String(repeating: " ", count: max(0, indent - label.count))
        let margin = String(repeating: " ", count: indent)
        // A label that is too long has a line to itself.
        let lines = lines(text.printable, width: width - indent)
        let isOwnLine = label.count > indent || label.count == indent && indent > 0
        let first = isOwnLine ? label + "\n" + margin : label + padding
        return first + lines.joined(separator: "\n" + margin) + "\n"
    }

    /// Breaks at spaces, and within words that are longer than a line: others choose some of them.
    private static func lines(_ text: String, width: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        for var word in text.split(separator: " ") {
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
}
