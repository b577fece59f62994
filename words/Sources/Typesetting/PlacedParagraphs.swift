import Screens
import ScreensGraphics

/// The paragraphs of words in a size of letters, each with its place in the picture.
///
/// Each paragraph has a layout of its own: `left` and `right` are edges in every script, and Pango's alignments depend
/// on the direction of the paragraph.
struct PlacedParagraphs {
    private struct Paragraph {
        let layout: TextLayout
        let x: Int
        let y: Int
        /// The pixels that are drawn on.
        let ink: Rectangle
    }

    /// The most paragraphs. The rest is left out: it has no room in any picture.
    private static let most = 1000
    /// The product of bytes and the size of letters, and the bytes, from which a layout may lack the end of its text.
    private static let (longest, longestText) = (500_000.0, 50_000)
    /// The characters of a paragraph among which its first letter is searched.
    private static let beginning = 80

    private let paragraphs: [Paragraph]
    private let outline: WordsOutline?
    /// The width of the widest paragraph, and the height of all.
    let size: Size
    /// The pixels that are drawn on.
    let ink: Rectangle
    /// The number of letters for which no installed font has a form.
    let missing: Int
    /// The bytes of a paragraph whose end is left out though the picture has room for it, because Pango's numbers limit
    /// the width of a layout; nil if there is none.
    let cutLength: Int?

    init(_ order: WordsOrder, letterSize: Double) {
        let place = order.place
        let layouts = Self.layouts(of: order, letterSize)
        let height = layouts.reduce(0) { $0 + $1.size.height }
        var y = order.vertical.start(of: height, in: place)
        var (paragraphs, ink, width, missing) = ([Paragraph](), Rectangle.zero, 0, 0)
        var cutLength: Int?
        let outline = WordsOutline(order, letterSize: letterSize)
        let margin = outline?.margin ?? 0
        for layout in layouts {
            let size = layout.size
            // A layout with a width has its lines in place.
            let x = order.wraps ? place.x : order.horizontal.start(of: size.width, in: place)
            let bounds = layout.inkBounds
            let own = bounds.isEmpty ? .zero : bounds.offset(x: x, y: y).inset(by: -margin)
            // Paragraphs outside of the picture are neither laid out nor drawn again.
            if own.intersects(Rectangle(order.size)) {
                ink = ink.union(own)
                paragraphs.append(Paragraph(layout: layout, x: x, y: y, ink: own))
            }
            let end = (x: order.wraps ? 0 : x + size.width, y: y + size.height)
            if end.x <= order.size.width, end.y <= order.size.height, Self.isCut(layout, letterSize) {
                cutLength = layout.text.utf8.count
            }
            width = max(width, size.width)
            missing += layout.missingGlyphCount
            y += size.height
        }
        self.paragraphs = paragraphs
        self.outline = outline
        size = Size(width: width, height: height)
        self.ink = ink.intersection(Rectangle(order.size))
        self.missing = missing
        self.cutLength = cutLength
    }

    /// Whether the end of a text is left out of its layout.
    private static func isCut(_ layout: TextLayout, _ letterSize: Double) -> Bool {
        let text = layout.text
        guard Double(text.utf8.count) * letterSize > longest || text.utf8.count > longestText else { return false }
        return layout.lines.last.map { $0.range.upperBound < text.endIndex } ?? false
    }

    /// Returns the size of paragraphs without their places.
    static func size(of order: WordsOrder, letterSize: Double) -> Size {
        layouts(of: order, letterSize).reduce(Size(width: 0, height: 0)) { size, layout in
            let own = layout.size
            return Size(width: max(size.width, own.width), height: size.height + own.height)
        }
    }

    /// Returns whether all paragraphs fit into their place, from their beginning to their end.
    static func fit(_ order: WordsOrder, letterSize: Double) -> Bool {
        let layouts = layouts(of: order, letterSize)
        return layouts.reduce(0) { $0 + $1.size.height } <= order.place.height
            && !layouts.contains { isCut($0, letterSize) }
    }

    private static func layouts(of order: WordsOrder, _ letterSize: Double) -> [TextLayout] {
        let font = order.font(letterSize)
        let texts = order.text.split(separator: "\n", maxSplits: most, omittingEmptySubsequences: false).prefix(most)
        return texts.map { text in
            // An empty paragraph has the height of a space.
            let marked = (order.direction?.mark ?? "") + (text.isEmpty ? " " : text)
            var layout = TextLayout(marked, font: font, color: order.color)
            if order.wraps {
                layout.width = Double(order.place.width)
                layout.alignment = order.horizontal.alignment(isRightToLeft: isRightToLeft(marked))
            }
            return layout
        }
    }

    /// Returns whether a paragraph runs from right to left, by its beginning.
    static func isRightToLeft(_ text: String) -> Bool {
        TextLayout(String(text.prefix(beginning)), font: Font(size: 10)).lines.first?.isRightToLeft ?? false
    }

    /// Draws a part of the picture, whose upper left corner is the origin of the context.
    func draw(_ part: Rectangle, on context: inout GraphicsContext) {
        for paragraph in paragraphs where paragraph.ink.intersects(part) {
            let place = (x: Double(paragraph.x - part.x), y: Double(paragraph.y - part.y))
            outline?.draw(around: paragraph.layout, at: place, on: &context)
            context.draw(paragraph.layout, at: place)
        }
    }
}

extension WordsOrder {
    func font(_ size: Double) -> Font {
        Font(font, size: size, weight: Font.Weight(rawValue: weight))
    }
}

extension WordsOrder.Direction {
    /// The character that decides on the direction of a paragraph.
    var mark: String {
        switch self {
        case .leftToRight: "\u{200E}"
        case .rightToLeft: "\u{200F}"
        }
    }
}

extension WordsOrder.Vertical {
    func start(of height: Int, in place: Rectangle) -> Int {
        switch self {
        case .top: place.y
        case .center: place.y + (place.height - height) / 2
        case .bottom: place.maxY - height
        }
    }
}

extension WordsOrder.Horizontal {
    fileprivate func alignment(isRightToLeft: Bool) -> TextLayout.Alignment {
        switch self {
        case .center: .center
        case .left: isRightToLeft ? .trailing : .leading
        case .right: isRightToLeft ? .leading : .trailing
        }
    }

    func start(of width: Int, in place: Rectangle) -> Int {
        switch self {
        case .left: place.x
        case .center: place.x + (place.width - width) / 2
        case .right: place.maxX - width
        }
    }
}
