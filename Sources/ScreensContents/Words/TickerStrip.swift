import Screens
import ScreensConfiguration

/// The strip of a ticker: its words, and the gap between their end and their beginning.
enum TickerStrip: Sendable {
    /// Letters of the built-in font, each as a text that needs no memory of its own.
    case letters([String])
    /// A picture of another program: rows of this size, one below the other.
    case rows(DrawnWords, Size, gap: Int)

    /// The gap in letters of the built-in font.
    private static let gap = 6

    /// The words in the built-in font.
    init(_ text: String) {
        let gap = [String](repeating: " ", count: Self.gap)
        self = .letters(ComposedScalars(text).map { String($0) } + gap)
    }

    /// The pixels from one beginning of the words to the next.
    ///
    /// - Parameter scale: the side of a pixel of the built-in font.
    func length(_ scale: Int) -> Int {
        switch self {
        case .letters(let letters): letters.count * PlacedText.advance(scale)
        case .rows(let words, _, let gap): words.length + gap
        }
    }

    /// The pixels of the gap.
    func gap(scale: Int) -> Int {
        switch self {
        case .letters: Self.gap * PlacedText.advance(scale)
        case .rows(_, _, let gap): gap
        }
    }

    /// Draws the visible part. It is called in the frame path, and allocates nothing.
    ///
    /// - Parameter x: the place of the left edge, which may be outside of the view.
    func draw(on view: inout ExternalView, at x: Int, _ scale: Int, _ color: Color) {
        let bounds = view.bounds
        switch self {
        case .letters(let letters):
            let y = (bounds.height - BitmapFont.capitalHeight * scale) / 2
            let advance = PlacedText.advance(scale)
            var index = max(0, -x) / advance
            while index < letters.count, x + index * advance < bounds.width {
                view.draw(letters[index], at: (x + index * advance, y), scale: scale, color: color)
                index += 1
            }
        case .rows(let words, let row, _):
            guard let image = words.image else { return }
            let y = (bounds.height - row.height) / 2
            var column = max(0, -x)
            while column < words.length, x + column < bounds.width {
                let (index, place) = column.quotientAndRemainder(dividingBy: row.width)
                let width = min(row.width - place, words.length - column)
                let part = Rectangle(x: place, y: index * row.height, width: width, height: row.height)
                view.draw(image, part: part, at: (x + column, y))
                column += width
            }
        }
    }
}
