import Screens
import ScreensConfiguration

/// Words in the built-in font, with the place of each line in an area.
struct PlacedText: Sendable {
    private struct Line {
        let text: String
        let x: Int
        let y: Int
    }

    /// The side of a pixel of the font.
    let scale: Int
    private let lines: [Line]
    /// The part of the area that the words take.
    let rectangle: Rectangle

    /// - Parameters:
    ///   - place: the rectangle of the words.
    ///   - scale: the side of a pixel of the font; nil for the largest with which no word is broken.
    ///   - wraps: whether lines that are wider than the place are broken.
    init(_ text: String, in place: Rectangle, _ alignment: TextPlace, scale: Int?, wraps: Bool) {
        let letters = Array(ComposedScalars(text))
        func wrapped(_ scale: Int) -> WrappedText {
            let columns = (place.width + scale * (BitmapFont.advance - BitmapFont.glyphWidth)) / Self.advance(scale)
            return WrappedText(letters, columns: wraps ? max(columns, 1) : .max)
        }
        func size(_ text: WrappedText, _ scale: Int) -> Size {
            Size(
                width: (text.width * BitmapFont.advance - BitmapFont.advance + BitmapFont.glyphWidth) * scale,
                height: ((text.lines.count - 1) * BitmapFont.lineHeight + BitmapFont.glyphHeight) * scale)
        }
        let chosen =
            scale
            ?? Self.largestScale(upTo: place.height / BitmapFont.glyphHeight) { scale in
                let text = wrapped(scale)
                let size = size(text, scale)
                return !text.breaksWords && size.width <= place.width && size.height <= place.height
            }
        let wrapped = wrapped(chosen)
        let whole = size(wrapped, chosen)
        // The capitals are in the middle: the rows below the last baseline do not count while they have room.
        let capitals = whole.height - (BitmapFont.glyphHeight - BitmapFont.capitalHeight) * chosen
        let top =
            switch alignment.vertical {
            case .top: place.y
            case .center: min(place.y + (place.height - capitals) / 2, max(place.y, place.maxY - whole.height))
            case .bottom: place.maxY - whole.height
            }
        let left = Self.start(alignment, place, whole.width)
        lines = wrapped.lines.enumerated().map { index, range in
            let width = (range.count * BitmapFont.advance - 1) * chosen
            return Line(
                text: String(String.UnicodeScalarView(letters[range])), x: Self.start(alignment, place, width),
                y: top + index * BitmapFont.lineHeight * chosen)
        }
        self.scale = chosen
        rectangle = Rectangle(x: left, y: top, width: whole.width, height: whole.height)
    }

    /// The largest scale with which words fit; 1 if they fit with none.
    ///
    /// - Parameters:
    ///   - most: the largest scale to try.
    ///   - fit: returns whether the words fit with a scale. Words that do not fit with one fit with no larger one.
    static func largestScale(upTo most: Int, with fit: (Int) -> Bool) -> Int {
        var (least, most) = (1, most)
        while least < most {
            let scale = (least + most + 1) / 2
            (least, most) = fit(scale) ? (scale, most) : (least, scale - 1)
        }
        return least
    }

    /// The left edge of words.
    private static func start(_ alignment: TextPlace, _ place: Rectangle, _ width: Int) -> Int {
        switch alignment.horizontal {
        case .left: place.x
        case .center: place.x + (place.width - width) / 2
        case .right: place.maxX - width
        }
    }

    /// The pixels from one letter to the next.
    static func advance(_ scale: Int) -> Int { BitmapFont.advance * scale }

    /// Draws the words. It is called in the frame path, and allocates nothing.
    ///
    /// - Parameter origin: the place of the area's upper left corner.
    func draw(
        on target: inout some Drawable & ~Copyable, from origin: (x: Int, y: Int) = (0, 0), color: Color
    ) {
        for line in lines {
            target.draw(line.text, at: (origin.x + line.x, origin.y + line.y), scale: scale, color: color)
        }
    }
}

extension TextStyle {
    /// The colour of the letters.
    var ink: Color { color ?? WordsContent.ink(on: background) }

    /// The side of a pixel of the font on a screen of this height; nil for as large as fits.
    func scale(onScreenOf height: Int) -> Int? {
        size.map { max(1, Int(($0 / 100 * Double(height) / Double(BitmapFont.glyphHeight)).rounded())) }
    }
}
