import Screens
import ScreensConfiguration

/// Words in the middle of a screen, over whatever is there, in as many lines as they need.
package struct ScreenMessage: Sendable, Hashable {
    private let text: String

    package init(_ text: String) {
        self.text = text
    }

    /// The words in the middle of a screen's picture.
    ///
    /// - Parameter bounds: the size of the picture.
    package func placed(in bounds: Size) -> PlacedWords? {
        let side = min(bounds.width, bounds.height)
        let room = Rectangle(bounds).inset(x: bounds.width / 10, y: bounds.height / 10)
        func placed(_ scale: Int) -> PlacedText { PlacedText(text, in: room, .center, scale: scale, wraps: true) }
        // The letters are legible from some metres, and smaller if the words are many.
        let scale = PlacedText.largestScale(upTo: side / 12 / BitmapFont.glyphHeight) {
            room.contains(placed($0).rectangle)
        }
        let words = placed(scale)
        let panel = words.rectangle.inset(by: -4 * scale)
        return PlacedWords(panel, in: bounds) { canvas, origin in
            let own = panel.offset(x: origin.x, y: origin.y)
            canvas.fill(own, with: .black)
            canvas.stroke(own, with: .white, width: scale)
            words.draw(on: &canvas, from: origin, color: .white)
        }
    }
}
