import Screens
import ScreensGraphics

/// Words in their place in a picture, ready to be drawn.
public struct WordsPicture {
    /// Why words cannot be drawn.
    public struct Failure: Error, Sendable, Hashable {
        /// A sentence for people.
        public let reason: String
        /// The remedy, for people.
        public let remedy: String?

        /// Makes a failure from its sentences.
        public init(reason: String, remedy: String? = nil) {
            self.reason = reason
            self.remedy = remedy
        }

        static let noFont = Failure(
            reason: "no font is installed", remedy: "install a package of fonts, such as fonts-dejavu-core")
    }

    /// The most pixels that are drawn at once: each band draws the paragraphs that it has a part of.
    private static let mostAtOnce = 1 << 22
    /// The size of letters in which widths are measured.
    private static let measured = 100.0
    /// The largest letters.
    private static let largest = 4000.0

    private let paragraphs: PlacedParagraphs

    /// Lays the words out, on the calling thread, which also has to draw them.
    ///
    /// - Throws: ``Failure`` if no font is installed, or a paragraph is too long for the size of its letters.
    public init(_ order: WordsOrder) throws(Failure) {
        let letterSize = order.letterSize ?? Self.largestSize(of: order)
        paragraphs = PlacedParagraphs(order, letterSize: letterSize)
        guard paragraphs.size.height > 0 else {
            throw .noFont
        }
        if let length = paragraphs.cutLength {
            throw Failure(
                reason: "a paragraph of \(length) bytes is too long for letters of \(Int(letterSize)) pixels",
                remedy: "shorten it, break it into lines, or choose a smaller size")
        }
    }

    /// Reads the list of fonts, which the first words would do otherwise.
    public static func readFonts() {
        _ = TextLayout("A", font: Font(size: measured)).size
    }

    /// The pixels that are drawn on; empty if all words are spaces or outside of the picture.
    public var ink: Rectangle { paragraphs.ink }

    /// The number of letters for which no installed font has a form.
    public var missing: Int { paragraphs.missing }

    /// Draws the words in bands, so that a large picture needs little memory beside its own.
    ///
    /// - Parameters:
    ///   - pixels: the rows of the whole picture, of premultiplied ARGB8888.
    ///   - width: the columns of the picture.
    public func draw(on pixels: UnsafeMutablePointer<UInt32>, width: Int) throws(ScreenError) {
        guard !ink.isEmpty else { return }
        let rows = max(1, Self.mostAtOnce / ink.width)
        for top in stride(from: ink.y, to: ink.maxY, by: rows) {
            let band = Rectangle(x: ink.x, y: top, width: ink.width, height: min(rows, ink.maxY - top))
            let image = try Image.drawn(size: band.size) { paragraphs.draw(band, on: &$0) }
            let drawn = image.premultipliedPixels
            for row in 0..<band.height {
                let start = pixels + (top + row) * width + band.x
                for column in 0..<band.width { start[column] = drawn[row * band.width + column] }
            }
        }
    }

    /// The largest size of letters in which the words fit into their place without a broken word.
    private static func largestSize(of order: WordsOrder) -> Double {
        guard !order.place.isEmpty else { return 1 }
        // Lines are as wide as their letters are large. Without a place in which to break, they limit the size.
        let widest = PlacedParagraphs.size(of: order.withoutBreaks, letterSize: measured).width
        let room = Double(order.place.width)
        var (least, most) = (1.0, min(order.largestSize ?? largest, Double(order.place.height)))
        if widest > 0 { most = max(1, min(most, room * measured / Double(widest))) }
        if PlacedParagraphs.fit(order, letterSize: most) { return most.rounded(.down) }
        // A fiftieth makes no difference to a reader.
        while most - least > max(0.5, least / 50) {
            let size = (least + most) / 2
            if PlacedParagraphs.fit(order, letterSize: size) {
                least = size
            } else {
                most = size
            }
        }
        return least.rounded(.down)
    }
}

extension WordsOrder {
    /// The same words, each in a line of its own if lines may be broken.
    fileprivate var withoutBreaks: WordsOrder {
        wraps ? WordsOrder(self, text: text.eachWordOnALine, wraps: false) : self
    }
}

extension String {
    /// The text with line feeds at all places at which lines may be broken: at spaces, and around letters of scripts
    /// that have none.
    fileprivate var eachWordOnALine: String {
        var text = ""
        for character in self {
            if character == " " {
                text.append("\n")
            } else if character.unicodeScalars.first.map({ $0.value >= 0x2E80 && $0.value < 0xFB00 }) == true {
                text += "\n\(character)\n"
            } else {
                text.append(character)
            }
        }
        return text
    }
}
