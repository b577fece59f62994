import Screens

/// A text with its fonts and colours, how it is broken into lines, and the size that results.
///
/// Letters are shaped as their script requires, with ligatures, from right to left where the text is Arabic or Hebrew, and with
/// several fonts where one does not have all characters. A paragraph ends at a line feed; each has the direction of its first
/// letter, or of a mark before it: U+200E is from left to right, and U+200F from right to left.
///
/// A layout is a value, and may be made anywhere. It is shaped when it is first measured or drawn, by the thread that does so, and
/// each thread keeps the layouts that it used recently: to draw an equal one again costs about as much as its pixels. Measure on
/// the thread that draws, then the work is done once.
///
/// ```swift
/// var title = TextLayout("Zürich Hbf – 21 °C", font: Font("DejaVu Sans", size: 48, weight: .bold))
/// title.width = 600
/// let size = title.size
/// ```
public struct TextLayout: Sendable, Hashable {
    /// Where lines that are longer than the width are broken.
    public enum Wrapping: Sendable, Hashable, CaseIterable {
        /// Between words; a word that is too long for a line, between its letters.
        case words
        /// Between any two characters.
        case characters
    }

    /// Where the lines stand within the width, or within the longest line if there is no width.
    public enum Alignment: Sendable, Hashable, CaseIterable {
        /// At the left, and at the right where the paragraph runs from right to left.
        case leading
        /// In the middle of the width.
        case center
        /// At the right, and at the left where the paragraph runs from right to left.
        case trailing
        /// Lines are filled up by wider spaces, except the last one of a paragraph.
        case justified
    }

    /// The part that is left out, and replaced by an ellipsis (…), where a text does not fit.
    public enum Ellipsis: Sendable, Hashable, CaseIterable {
        /// Nothing is left out, and the text exceeds its width or height.
        case none
        /// The beginning of the text.
        case start
        /// The middle of the text.
        case middle
        /// The end of the text.
        case end
    }

    /// The parts of the text, one after the other.
    public var runs: [TextRun]
    /// The font of the runs without one.
    public var font: Font
    /// The colour of the runs without one.
    public var color: Color
    /// The width of the lines in pixels, from 0 to a million; nil for lines as long as their paragraphs.
    public var width: Double?
    /// The height in pixels that must not be exceeded where there is an ``ellipsis``; at least one line is shown. Nil for all lines, and
    /// for one line to a paragraph if there is an ellipsis.
    public var height: Double?
    /// Where lines are broken; by default between words.
    public var wrapping = Wrapping.words
    /// Where the lines stand; by default ``Alignment/leading``.
    public var alignment = Alignment.leading
    /// The part that is left out where the text does not fit; by default none.
    public var ellipsis = Ellipsis.none
    /// The distance of lines, in parts of the one that the font suggests: from 0.1 to 10, by default 1.
    public var lineSpacing = 1.0

    /// Makes a layout of a text in one font and colour.
    ///
    /// - Parameters:
    ///   - text: any text. A null character is drawn as a space. It is cut off where it would reach a million pixels: after some ten
    ///     thousand characters in the size of a book, or some thousand in that of a headline.
    ///   - font: the font of all letters that it has; others come from other fonts.
    ///   - color: the colour of letters without colours of their own.
    ///   - width: the width of the lines in pixels; nil for lines as long as their paragraphs.
    public init(_ text: String, font: Font, color: Color = .white, width: Double? = nil) {
        self.init([TextRun(text)], font: font, color: color, width: width)
    }

    /// Makes a layout of several parts, each with a look of its own.
    ///
    /// - Parameters:
    ///   - runs: the parts of the text, one after the other.
    ///   - font: the font of the runs without one.
    ///   - color: the colour of the runs without one.
    ///   - width: the width of the lines in pixels; nil for lines as long as their paragraphs.
    public init(_ runs: [TextRun], font: Font, color: Color = .white, width: Double? = nil) {
        self.runs = runs
        self.font = font
        self.color = color
        self.width = width
    }

    /// The whole text.
    public var text: String { runs.lazy.map(\.text).joined() }

    /// The same text with lines that are as wide as a rectangle, and not higher where something may be left out.
    func fitted(to size: Size) -> TextLayout {
        var layout = self
        layout.width = Double(size.width)
        layout.height = ellipsis == .none ? nil : Double(size.height)
        return layout
    }
}

/// A part of a ``TextLayout`` with a look of its own.
public struct TextRun: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The text.
    public var text: String
    /// The font; nil for that of the layout.
    public var font: Font?
    /// The colour; nil for that of the layout.
    public var color: Color?
    /// Whether a line runs below it.
    public var isUnderlined: Bool
    /// Whether a line runs through it.
    public var isStruckThrough: Bool

    /// Makes a part of a text.
    public init(
        _ text: String, font: Font? = nil, color: Color? = nil, isUnderlined: Bool = false,
        isStruckThrough: Bool = false
    ) {
        self.text = text
        self.font = font
        self.color = color
        self.isUnderlined = isUnderlined
        self.isStruckThrough = isStruckThrough
    }

    /// Makes a part with the look of the layout.
    public init(stringLiteral text: String) {
        self.init(text)
    }
}

/// A line of a ``TextLayout``.
public struct TextLine: Sendable, Hashable {
    /// The characters on the line, as indices of ``TextLayout/text``, without the line feed at its end.
    public let range: Range<String.Index>
    /// The place of the line in pixels from the upper left corner of the layout: as wide as its letters with their distances, and
    /// as high as the line.
    public let bounds: Rectangle
    /// The distance of the baseline, on which the letters stand, from the top of the layout, in pixels.
    public let baseline: Double
    /// Whether its paragraph runs from right to left.
    public let isRightToLeft: Bool
}

/// Measurements, which shape the text if the thread has not done that yet.
extension TextLayout {
    /// The width and height of the lines, in whole pixels, rounded up: the place to reserve for the text.
    public var size: Size { shaped.size }

    /// The pixels that are drawn on, from the upper left corner of the layout, with a margin of a pixel or two. They
    /// may exceed the ``size``, as the tail of an italic letter does; empty for spaces.
    public var inkBounds: Rectangle { shaped.ink }

    /// The distance of the first baseline from the top, in pixels.
    public var baseline: Double { shaped.baseline }

    /// The lines, from top to bottom.
    public var lines: [TextLine] { shaped.lines(of: text) }

    /// Whether a part is left out because it does not fit.
    public var isTruncated: Bool { shaped.isTruncated }

    /// The number of characters for which no installed font has a glyph. They are drawn as boxes with their codes. Where no font is
    /// installed at all, nothing is drawn, and texts have no size.
    public var missingGlyphCount: Int { shaped.missingGlyphCount }

    /// The character at a place.
    ///
    /// - Parameter place: pixels from the upper left corner of the layout.
    /// - Returns: the index of the character in ``text``, or nil where no line has one.
    public func index(at place: (x: Double, y: Double)) -> String.Index? {
        shaped.index(at: place, in: text)
    }

    private var shaped: ShapedText { TextEngine.current.shape(self, for: .identity) }
}
