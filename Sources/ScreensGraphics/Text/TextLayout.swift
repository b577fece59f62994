import Screens

/// A text with its fonts and colours, how it is broken into lines, and the size that results.
///
/// Letters are shaped as their script requires: with ligatures, from right to left in Arabic and Hebrew, and with
/// several fonts if one lacks characters. A paragraph ends at a line feed. Its direction is its first letter's,
/// or follows from a mark before it: U+200E is from left to right, U+200F from right to left.
///
/// A layout is a value and may be made on any thread. The thread that first measures or draws it shapes it. Each thread
/// keeps the layouts that it used recently: drawing an equal one again costs about as much as its pixels. Measure on
/// the thread that draws, so that the text is shaped only once.
///
/// ```swift
/// var title = TextLayout("Zürich Hbf – 21 °C", font: Font("DejaVu Sans", size: 48, weight: .bold))
/// title.width = 600
/// let size = title.size
/// ```
public struct TextLayout: Sendable, Hashable {
    /// The places at which lines longer than the width are broken.
    public enum Wrapping: Sendable, Hashable, CaseIterable {
        /// Lines break between words; a word too long for a line is broken between its letters.
        case words
        /// Lines break between any two characters.
        case characters
    }

    /// The place of the lines within the width, or within the longest line if there is no width.
    public enum Alignment: Sendable, Hashable, CaseIterable {
        /// The left; the right if the paragraph runs from right to left.
        case leading
        /// The middle of the width.
        case center
        /// The right; the left if the paragraph runs from right to left.
        case trailing
        /// The whole width, by wider spaces, except the last line of a paragraph.
        case justified
    }

    /// The part of a text that an ellipsis (…) replaces if the text does not fit.
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
    /// The font of runs without a font of their own.
    public var font: Font
    /// The colour of runs without a colour of their own.
    public var color: Color
    /// The width of the lines in pixels, from 0 to a million; nil to break lines only at the end of a paragraph.
    public var width: Double?
    /// The height in pixels that a text with an ``ellipsis`` does not exceed, except that at least one line is shown.
    /// Nil shows all lines, or one line per paragraph if there is an ellipsis.
    public var height: Double?
    /// The places at which lines are broken; by default between words.
    public var wrapping = Wrapping.words
    /// The place of the lines within the width; by default ``Alignment/leading``.
    public var alignment = Alignment.leading
    /// The part that is left out if the text does not fit; by default none.
    public var ellipsis = Ellipsis.none
    /// The distance of lines as a multiple of the distance that the font suggests: from 0.1 to 10, by default 1.
    public var lineSpacing = 1.0

    /// Makes a layout of a text in one font and colour.
    ///
    /// - Parameters:
    ///   - text: any text. A null character is drawn as a space. The text is cut off before it reaches a million
    ///     pixels: after some ten thousand characters in the size of a book, or some thousand in the size of a
    ///     headline.
    ///   - font: the font of all letters that it has; other fonts supply the others.
    ///   - color: the colour of letters without colours of their own.
    ///   - width: the width of the lines in pixels; nil to break lines only at the end of a paragraph.
    public init(_ text: String, font: Font, color: Color = .white, width: Double? = nil) {
        self.init([TextRun(text)], font: font, color: color, width: width)
    }

    /// Makes a layout of several parts, each with a look of its own.
    ///
    /// - Parameters:
    ///   - runs: the parts of the text, one after the other.
    ///   - font: the font of runs without a font of their own.
    ///   - color: the colour of runs without a colour of their own.
    ///   - width: the width of the lines in pixels; nil to break lines only at the end of a paragraph.
    public init(_ runs: [TextRun], font: Font, color: Color = .white, width: Double? = nil) {
        self.runs = runs
        self.font = font
        self.color = color
        self.width = width
    }

    /// The whole text.
    public var text: String { runs.lazy.map(\.text).joined() }

    /// The same text with lines as wide as a rectangle, and limited to its height if the layout has an ellipsis.
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
    /// The font; nil for the layout's.
    public var font: Font?
    /// The colour; nil for the layout's.
    public var color: Color?
    /// Whether the text is underlined.
    public var isUnderlined: Bool
    /// Whether a line runs through the text.
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
    /// The place of the line in pixels from the upper left corner of the layout: the width of its letters with their
    /// distances, and the height of the line.
    public let bounds: Rectangle
    /// The distance of the baseline from the top of the layout, in pixels.
    public let baseline: Double
    /// Whether the line's paragraph runs from right to left.
    public let isRightToLeft: Bool
}

/// The measurements, which shape the text if the thread has not done that yet.
extension TextLayout {
    /// The width and height of the lines, in whole pixels, rounded up: the space to reserve for the text.
    public var size: Size { shaped.size }

    /// The pixels that are drawn on, from the upper left corner of the layout, with a margin of a pixel or two. They
    /// may exceed the ``size``, as the tail of an italic letter does; empty if the text is only spaces.
    public var inkBounds: Rectangle { shaped.ink }

    /// The distance of the first baseline from the top, in pixels.
    public var baseline: Double { shaped.baseline }

    /// The lines, from top to bottom.
    public var lines: [TextLine] { shaped.lines(of: text) }

    /// Whether a part is left out because it does not fit.
    public var isTruncated: Bool { shaped.isTruncated }

    /// The number of characters for which no installed font has a glyph. They are drawn as boxes with their codes. If
    /// no font is installed at all, nothing is drawn and texts have no size.
    public var missingGlyphCount: Int { shaped.missingGlyphCount }

    /// Returns the character at a place.
    ///
    /// - Parameter place: pixels from the upper left corner of the layout.
    /// - Returns: the index of the character in ``text``, or nil if no line has a character there.
    public func index(at place: (x: Double, y: Double)) -> String.Index? {
        shaped.index(at: place, in: text)
    }

    private var shaped: ShapedText { TextEngine.current.shape(self, for: .identity) }
}
