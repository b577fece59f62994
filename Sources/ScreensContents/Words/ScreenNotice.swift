import Screens

/// A text at the bottom of a screen, in as many lines as it needs.
package struct ScreenNotice: Sendable {
    private let text: String
    /// The text broken into lines for a width: done once, not for each frame.
    private var lines: (columns: Int, text: String)?

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

    /// Draws the text, in the frame path.
    package mutating func draw(on view: inout ExternalView) {
        let bounds = view.bounds
        // The letters are small, but legible for a person in front of the screen.
        let scale = max(1, min(bounds.width, bounds.height) / 360)
        let columns = (bounds.width - 4 * scale) / max(ExternalView.size(of: "M", scale: scale).width, 1)
        if lines?.columns != columns { lines = (columns, lines(of: columns).joined(separator: "\n")) }
        guard let text = lines?.text else { return }
        let size = ExternalView.size(of: text, scale: scale)
        let panel = Rectangle(
            x: 0, y: bounds.height - size.height - 2 * scale, width: min(bounds.width, size.width + 4 * scale),
            height: size.height + 2 * scale)
        view.fill(panel, with: .black)
        view.draw(text, at: (2 * scale, panel.y + scale), scale: scale, color: .white)
    }
}
