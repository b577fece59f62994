import Screens

/// The text in the middle of the overscan pattern: the values, and what can be done. It is as large for all values.
struct OverscanPanel: Sendable {
    private static let color = Color.white
    private static let background = Color.black
    private static let keys = """


        Right, Up, +    further in
        Left, Down, -   further out
        PgUp, PgDn      ten pixels
        Tab             choose edges
        0               back to none
        Enter, q        end
        """
    private static let hint = """


        The number at the outermost
        line that is seen is what
        the edge loses, in percent.
        """

    /// `--overscan` and four numbers of five digits.
    private static let longestArgument = 34

    private let size: Size
    private let rest: String
    /// The side of a font's pixel, 0 where there is no room for any text.
    private let scale: Int

    /// - Parameter hasKeys: whether it says what they do, where there is room for it.
    init(size: Size, hasKeys: Bool) {
        self.size = size
        let values = Self.values(OverscanCalibration(), .zero, size)
        let rests = [hasKeys ? Self.keys : Self.hint, ""]
        let scales = rests.map { rest in
            let text = ExternalView.size(of: values + rest)
            return min(size.width * 55 / 100 / text.width, size.height * 60 / 100 / text.height)
        }
        let index = scales[0] > 0 ? 0 : 1
        (rest, scale) = (rests[index], scales[index])
    }

    /// Draws it over what is there.
    ///
    /// - Parameter insets: of this picture.
    func draw(_ calibration: OverscanCalibration, _ insets: EdgeInsets, on view: borrowing ExternalView) {
        guard scale > 0 else { return }
        let text = Self.values(calibration, insets, size) + rest
        let area = ExternalView.size(of: text, scale: scale)
        let (x, y, margin) = ((size.width - area.width) / 2, (size.height - area.height) / 2, 2 * scale)
        view.fill(
            Rectangle(x: x - margin, y: y - margin, width: area.width + 2 * margin, height: area.height + 2 * margin),
            with: Self.background)
        view.draw(text, at: (x, y), scale: scale, color: Self.color)
    }

    private static func values(_ calibration: OverscanCalibration, _ insets: EdgeInsets, _ size: Size) -> String {
        let lines: [(OverscanCalibration.Edges, String, Int, Int)] = [
            (.top, "top   ", insets.top, size.height), (.right, "right ", insets.right, size.width),
            (.bottom, "bottom", insets.bottom, size.height), (.left, "left  ", insets.left, size.width),
        ]
        let values = lines.map { edge, name, pixels, length in
            let mark = calibration.edges.contains(edge) ? ">" : " "
            return "\(mark) \(name) \(padded("\(pixels)", 5)) px \(padded(percent(pixels, of: length), 6)) %"
        }
        let argument = calibration.argument
        let fill = String(repeating: " ", count: max(0, longestArgument - argument.utf8.count))
        return (values + ["", argument + fill]).joined(separator: "\n")
    }

    /// To two places.
    private static func percent(_ pixels: Int, of length: Int) -> String {
        let hundredths = (pixels * 10_000 + length / 2) / max(length, 1)
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest / 10)\(rest % 10)"
    }

    private static func padded(_ text: String, _ count: Int) -> String {
        String(repeating: " ", count: max(0, count - text.utf8.count)) + text
    }
}
