import Screens
import ScreensContents

/// The pattern that measures overscan: a scale at the edges, and a frame that keys move to the visible edge.
///
/// A change redraws only the frame, the text, and the part behind the former frame.
struct OverscanContent: Content {
    private static let chosenColor = Color(rgb: 0xFF00FF)
    private static let otherColor = Color(rgb: 0xFF8000)

    private let calibration: SharedCalibration
    private let orientation: Orientation
    private var parts: (scale: OverscanScale, panel: OverscanPanel)?
    private var shown: OverscanCalibration?

    /// - Parameter orientation: the orientation of the picture on its screen.
    init(_ calibration: SharedCalibration, lying orientation: Orientation) {
        self.calibration = calibration
        self.orientation = orientation
    }

    /// Draws the pattern, which is still until a key requests a frame.
    mutating func draw(_ frame: ContentFrame, on view: inout ExternalView) -> DrawOutcome {
        let size = view.bounds.size
        var isComplete = frame.isComplete
        if parts?.scale.size != size {
            parts = (OverscanScale(size: size), OverscanPanel(size: size, hasKeys: calibration.hasKeys))
            isComplete = true
        }
        guard let parts else { return .still }
        let value = calibration.value
        guard isComplete || value != shown else { return .still }
        if isComplete {
            parts.scale.draw(in: view.bounds, on: &view)
        } else if let shown {
            for strip in strips(shown, size) { parts.scale.draw(in: strip, on: &view) }
        }
        for (strip, edge) in zip(strips(value, size), [.top, .right, .bottom, .left] as [OverscanCalibration.Edges]) {
            view.fill(strip, with: value.edges.contains(edge) ? Self.chosenColor : Self.otherColor)
        }
        parts.panel.draw(value, value.insets(lying: orientation), on: &view)
        shown = value
        return .still
    }

    /// Returns the edges of the frame. Its outermost pixels are the outermost that the display shows with these values.
    private func strips(_ value: OverscanCalibration, _ size: Size) -> [Rectangle] {
        let insets = value.insets(lying: orientation)
        // The values may come from a larger screen.
        let left = min(insets.left, size.width - 1)
        let top = min(insets.top, size.height - 1)
        let area = Rectangle(
            x: left, y: top, width: max(1, size.width - left - insets.right),
            height: max(1, size.height - top - insets.bottom))
        return OverscanScale.strips(of: area, thickness: max(1, min(size.width, size.height) / 360))
    }
}

/// The text in the middle of the overscan pattern: the values and the keys. Its size does not depend on the values.
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

    /// The length of `--overscan` and four numbers of five digits.
    private static let longestArgument = 34

    private let size: Size
    private let rest: String
    /// The size of a pixel of the font; 0 if there is no room for text.
    private let scale: Int

    /// - Parameter hasKeys: whether to explain the keys, if there is room for that.
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

    /// Draws it over the picture.
    ///
    /// - Parameter insets: the insets of this picture.
    func draw(_ calibration: OverscanCalibration, _ insets: EdgeInsets, on view: inout ExternalView) {
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

    /// Returns a percentage with two decimals.
    private static func percent(_ pixels: Int, of length: Int) -> String {
        let hundredths = (pixels * 10_000 + length / 2) / max(length, 1)
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest / 10)\(rest % 10)"
    }

    private static func padded(_ text: String, _ count: Int) -> String {
        String(repeating: " ", count: max(0, count - text.utf8.count)) + text
    }
}
