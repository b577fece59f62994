import Screens
import ScreensGraphics

/// The line around letters.
struct WordsOutline {
    /// The size of letters in widths of the line.
    private static let lettersInOutline = 16.0

    private let color: Color
    private let width: Double

    /// - Returns: nil if the words have none.
    init?(_ order: WordsOrder, letterSize: Double) {
        guard let color = order.outline else { return nil }
        self.color = color
        width = max(1, letterSize / Self.lettersInOutline)
    }

    /// The pixels that it adds at each side.
    var margin: Int { Int(width.rounded(.up)) }

    /// Draws the line, before the letters.
    func draw(around layout: TextLayout, at place: (x: Double, y: Double), on context: inout GraphicsContext) {
        context.stroke(layout, at: place, with: color, width: width * 2)
    }
}
