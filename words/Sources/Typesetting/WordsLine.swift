import Screens
import ScreensGraphics

/// Words in one line, however long, ready to be drawn in rows that follow each other: the strip of a ticker.
public struct WordsLine {
    /// A part of the words, in a layout of its own: Pango's numbers limit the width of a layout.
    private struct Part {
        let layout: TextLayout
        let x: Int
        let y: Int
        /// The pixels that are drawn on.
        let ink: Rectangle
    }

    /// The most pixels of all rows.
    private static let mostPixels = 1 << 25
    /// The widest part in pixels, if each of its bytes is a letter as wide as it is high. A letter of three bytes may
    /// be twenty times as wide, and Pango counts up to two million pixels.
    private static let widestPart = 250_000.0
    /// The most bytes of a part.
    private static let longestPart = 8192
    /// The height of letters without a size as a share of the height of the line.
    private static let usualShare = 0.7

    private let parts: [Part]
    private let outline: WordsOutline?
    private let row: Size
    /// The columns of the whole line.
    public let length: Int
    /// The number of letters for which no installed font has a form.
    public let missing: Int

    /// Lays the words out, on the calling thread, which also has to draw them.
    ///
    /// - Parameter order: the words; the size of its picture is the size of a row.
    /// - Throws: ``WordsPicture/Failure`` if no font is installed, or the line is too long.
    public init(_ order: WordsOrder) throws(WordsPicture.Failure) {
        let letterSize = order.letterSize ?? max(1, Double(order.place.height) * Self.usualShare)
        let text = String(order.text.map { $0 == "\n" ? " " : $0 })
        let isRightToLeft = order.direction.map { $0 == .rightToLeft } ?? PlacedParagraphs.isRightToLeft(text)
        let mark = (isRightToLeft ? WordsOrder.Direction.rightToLeft : .leftToRight).mark
        let bytes = min(Self.longestPart, max(64, Int(Self.widestPart / letterSize)))
        let layouts = text.parts(ofBytes: bytes).map { part in
            TextLayout(mark + part, font: order.font(letterSize), color: order.color)
        }
        let outline = WordsOutline(order, letterSize: letterSize)
        let margin = outline?.margin ?? 2
        let sizes = layouts.map(\.size)
        guard sizes.allSatisfy({ $0.height > 0 }) else { throw .noFont }
        // Lines are higher in some scripts, and all parts have one baseline.
        let baselines = layouts.map { Int($0.baseline.rounded()) }
        let ascent = baselines.max() ?? 0
        let descent = zip(sizes, baselines).map { $0.height - $1 }.max() ?? 0
        let top = order.vertical.start(of: ascent + descent, in: order.place)
        var (parts, x, missing) = ([Part](), margin, 0)
        for index in isRightToLeft ? Array(layouts.indices.reversed()) : Array(layouts.indices) {
            let (layout, size, y) = (layouts[index], sizes[index], top + ascent - baselines[index])
            let bounds = layout.inkBounds
            let ink = bounds.isEmpty ? .zero : bounds.offset(x: x, y: y).inset(by: -margin)
            parts.append(Part(layout: layout, x: x, y: y, ink: ink))
            missing += layout.missingGlyphCount
            x += size.width
        }
        self.parts = parts
        self.outline = outline
        self.missing = missing
        row = order.size
        length = x + margin
        guard rowCount * row.height * row.width <= Self.mostPixels else {
            throw WordsPicture.Failure(
                reason: "the line has \(length) columns of \(row.height) pixels, which are too many",
                remedy: "shorten the text, or make its area lower")
        }
    }

    /// The number of rows. The last one may be shorter than the others.
    public var rowCount: Int { (length + row.width - 1) / row.width }

    /// The size of all rows, one below the other.
    public var size: Size { Size(width: row.width, height: rowCount * row.height) }

    /// Draws the rows one below the other.
    ///
    /// - Parameter pixels: the pixels of all rows, of premultiplied ARGB8888.
    public func draw(on pixels: UnsafeMutablePointer<UInt32>) throws(ScreenError) {
        for index in 0..<rowCount {
            let part = Rectangle(x: index * row.width, y: 0, width: row.width, height: row.height)
            let image = try Image.drawn(size: row) { draw(part, on: &$0) }
            let drawn = image.premultipliedPixels
            let start = pixels + index * row.width * row.height
            for place in 0..<row.width * row.height { start[place] = drawn[place] }
        }
    }

    /// Draws a part of the line, whose upper left corner is the origin of the context.
    private func draw(_ window: Rectangle, on context: inout GraphicsContext) {
        for part in parts where part.ink.intersects(window) {
            let place = (x: Double(part.x - window.x), y: Double(part.y - window.y))
            outline?.draw(around: part.layout, at: place, on: &context)
            context.draw(part.layout, at: place)
        }
    }
}

extension String {
    /// Returns parts of at most as many bytes, which end at spaces if they have some.
    fileprivate func parts(ofBytes most: Int) -> [Substring] {
        var parts: [Substring] = []
        var rest = self[...]
        while rest.utf8.count > most {
            let limit = characterBoundary(in: rest, before: most)
            let cut = rest[..<limit].lastIndex(of: " ").map { rest.index(after: $0) } ?? limit
            parts.append(rest[..<cut])
            rest = rest[cut...]
        }
        return parts + [rest]
    }

    /// Returns the end of the last character that ends before a number of bytes, or of the first one.
    private func characterBoundary(in rest: Substring, before bytes: Int) -> String.Index {
        var (end, count) = (rest.startIndex, 0)
        while end < rest.endIndex {
            count += rest[end].utf8.count
            guard count <= bytes || end == rest.startIndex else { break }
            end = rest.index(after: end)
        }
        return end
    }
}
