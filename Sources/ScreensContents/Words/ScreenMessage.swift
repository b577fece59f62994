import Screens
import ScreensConfiguration

/// Words in the middle of a screen, over whatever is there, in as many lines as they need.
package struct ScreenMessage: Sendable, Hashable {
    /// The words are legible from some metres: the largest height of letters is this part of the screen's shorter side.
    private static let sizes = 12

    package let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// The words as another program is to draw them on a screen's picture of this size.
    package func order(in bounds: Size) -> WordsOrder {
        WordsOrder(
            text, in: Self.room(in: bounds), of: bounds, .center, wraps: true, letterSize: nil,
            largestSize: Double(min(bounds.width, bounds.height)) / Double(Self.sizes), color: .white, .plain)
    }

    /// Whether the built-in font lacks letters of the words.
    package var needsProgram: Bool { BitmapFont.problem(with: text) != nil }

    /// The words in the middle of a screen's picture.
    ///
    /// - Parameters:
    ///   - bounds: the size of the picture.
    ///   - drawn: their picture; nil for the built-in font.
    /// - Throws: ``ScreenError`` if the memory of the picture cannot be made.
    package func placed(in bounds: Size, as drawn: DrawnWords? = nil) throws(ScreenError) -> PlacedWords {
        if let drawn, let image = drawn.image { return try Self.panel(with: image, at: drawn.place, in: bounds) }
        let room = Self.room(in: bounds)
        func placed(_ scale: Int) -> PlacedText { PlacedText(text, in: room, .center, scale: scale, wraps: true) }
        // The letters are smaller if the words are many.
        let scale = PlacedText.largestScale(upTo: Self.largestScale(in: bounds)) {
            room.contains(placed($0).rectangle)
        }
        let words = placed(scale)
        return try Self.panel(around: words.rectangle, in: bounds, scale) { canvas, origin in
            words.draw(on: &canvas, from: origin, color: .white)
        }
    }

    private static func panel(
        with image: Image, at place: Rectangle, in bounds: Size
    ) throws(ScreenError) -> PlacedWords {
        try panel(around: place, in: bounds, largestScale(in: bounds)) { canvas, origin in
            canvas.draw(image, at: (origin.x + place.x, origin.y + place.y))
        }
    }

    /// The part of a picture in which the words are placed.
    private static func room(in bounds: Size) -> Rectangle {
        Rectangle(bounds).inset(x: bounds.width / 10, y: bounds.height / 10)
    }

    private static func largestScale(in bounds: Size) -> Int {
        max(1, min(bounds.width, bounds.height) / sizes / BitmapFont.glyphHeight)
    }

    /// The words on a panel with a border.
    private static func panel(
        around words: Rectangle, in bounds: Size, _ scale: Int,
        _ draw: (inout Canvas, _ origin: (x: Int, y: Int)) -> Void
    ) throws(ScreenError) -> PlacedWords {
        let panel = words.inset(by: -4 * scale)
        return try PlacedWords(panel, in: bounds) { canvas, origin in
            let own = panel.offset(x: origin.x, y: origin.y)
            canvas.fill(own, with: .black)
            canvas.stroke(own, with: .white, width: scale)
            draw(&canvas, origin)
        }
    }
}
