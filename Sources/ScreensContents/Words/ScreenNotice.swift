import Screens

/// A text at the bottom of a screen, in as many lines as it needs.
package struct ScreenNotice: Sendable, Hashable {
    private let text: String

    package init(_ text: String) {
        self.text = text.printable
    }

    /// The text in lines, broken at spaces if it has some.
    ///
    /// - Parameter columns: the number of letters that fit in a line.
    package func lines(of columns: Int) -> [String] {
        var lines: [String] = []
        var rest = text[...]
        while rest.count > max(columns, 1) {
            let line = rest.prefix(max(columns, 1))
            let end = rest[line.endIndex] == " " ? line.endIndex : line.lastIndex(of: " ") ?? line.endIndex
            lines.append(String(rest[..<end]))
            rest = rest[end...].drop { $0 == " " }
        }
        return rest.isEmpty ? lines : lines + [String(rest)]
    }

    /// The text at the lower edge of a screen's picture.
    ///
    /// - Parameter bounds: the size of the picture.
    package func placed(in bounds: Size) -> PlacedWords? {
        // The letters are small, but legible for a person in front of the screen.
        let scale = max(1, min(bounds.width, bounds.height) / 360)
        let columns = (bounds.width - 4 * scale) / max(ExternalView.size(of: "M", scale: scale).width, 1)
        let text = lines(of: columns).joined(separator: "\n")
        let size = ExternalView.size(of: text, scale: scale)
        let panel = Rectangle(
            x: 0, y: bounds.height - size.height - 2 * scale, width: min(bounds.width, size.width + 4 * scale),
            height: size.height + 2 * scale)
        return try? PlacedWords(panel, in: bounds) { canvas, origin in
            canvas.clear(to: .black)
            canvas.draw(text, at: (origin.x + 2 * scale, origin.y + panel.y + scale), scale: scale, color: .white)
        }
    }
}
