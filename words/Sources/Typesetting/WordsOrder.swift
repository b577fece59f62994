import Screens
import ScreensGraphics
import ScreensJSON

/// Words to draw, and their place: the parameters of a call. Its values are within bounds.
public struct WordsOrder: Sendable, Hashable {
    /// Why parameters are not an order.
    public struct Problem: Error, Sendable, Hashable {
        /// The name of the parameter.
        public let parameter: String
    }

    /// The place of a line between two edges.
    public enum Horizontal: String, Sendable {
        /// The left edge, in every script.
        case left
        /// The middle between them.
        case center
        /// The right edge, in every script.
        case right
    }

    /// The place of the words between two edges.
    public enum Vertical: String, Sendable {
        /// The upper edge.
        case top
        /// The middle between them.
        case center
        /// The lower edge.
        case bottom
    }

    /// The direction of a paragraph.
    public enum Direction: String, Sendable {
        /// Letters follow each other to the right.
        case leftToRight = "ltr"
        /// Letters follow each other to the left.
        case rightToLeft = "rtl"
    }

    /// The most bytes of a text.
    static let longestText = 1 << 16
    /// The most pixels of a picture: a screen of 7680 columns is a square until its layout is known.
    static let mostPixels = 7680 * 7680
    /// The most bytes of the name of a font.
    private static let longestFont = 1024

    /// The words, with line feeds between paragraphs.
    public let text: String
    /// The size of the picture.
    public let size: Size
    /// The part of the picture in which the words are placed.
    public let place: Rectangle
    /// The place of each line in `place`.
    public let horizontal: Horizontal
    /// The place of all lines in `place`.
    public let vertical: Vertical
    /// Whether lines are broken that are wider than `place`.
    public let wraps: Bool
    /// The direction of the paragraphs; nil for the direction of the first letter of each.
    public let direction: Direction?
    /// The family of the font.
    public let font: String
    /// The height of letters in pixels; nil for as large as fits.
    public let letterSize: Double?
    /// The largest height of letters that are as large as fits; nil for no limit.
    public let largestSize: Double?
    /// The weight of the font.
    public let weight: Int
    /// The share of a QR code that may be unreadable.
    public let correction: CodePicture.Correction
    /// The colour of letters without colours of their own.
    public let color: Color
    /// The colour of the line around the letters; nil for none.
    public let outline: Color?

    /// Reads the parameters of a call.
    ///
    /// - Throws: ``Problem`` if a parameter is missing, or has another type or another value than the interface says.
    public init(_ json: JSONValue) throws(Problem) {
        let reader = ParameterReader(json)
        guard let text = json["text"]?.string, text.utf8.count <= Self.longestText else {
            throw Problem(parameter: "text")
        }
        self.text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isShown ? $0 : " " }))
        let width = try reader.integer("width", in: 1...Image.longestSide)
        let height = try reader.integer("height", in: 1...Image.longestSide)
        guard width * height <= Self.mostPixels else { throw Problem(parameter: "height") }
        size = Size(width: width, height: height)
        place = try reader.rectangle("place", in: size)
        horizontal = try reader.word("horizontal")
        vertical = try reader.word("vertical")
        guard let wraps = json["wrap"]?.bool else { throw Problem(parameter: "wrap") }
        self.wraps = wraps
        direction = try reader.optional("direction") { json throws(Problem) in try reader.word("direction", json) }
        let font = try reader.optional("font") { json throws(Problem) in
            guard let name = json.string, name.utf8.count <= Self.longestFont, !name.utf8.contains(0) else {
                throw Problem(parameter: "font")
            }
            return name
        }
        self.font = font ?? "sans-serif"
        letterSize = try reader.optional("size") { json throws(Problem) in
            try reader.number("size", json, in: 1...4000)
        }
        largestSize = try reader.optional("largest") { json throws(Problem) in
            try reader.number("largest", json, in: 1...4000)
        }
        let weight = try reader.optional("weight") { _ throws(Problem) in try reader.integer("weight", in: 1...1000) }
        self.weight = weight ?? Font.Weight.regular.rawValue
        let correction: CodePicture.Correction? = try reader.optional("correction") { json throws(Problem) in
            try reader.word("correction", json)
        }
        self.correction = correction ?? .medium
        color = try reader.color("color", json["color"] ?? .null)
        outline = try reader.optional("outline") { json throws(Problem) in try reader.color("outline", json) }
    }

    /// Makes an order of other words.
    init(_ order: WordsOrder, text: String, wraps: Bool) {
        self.text = text
        size = order.size
        place = order.place
        horizontal = order.horizontal
        vertical = order.vertical
        self.wraps = wraps
        direction = order.direction
        font = order.font
        letterSize = order.letterSize
        largestSize = order.largestSize
        weight = order.weight
        correction = order.correction
        color = order.color
        outline = order.outline
    }
}

extension Unicode.Scalar {
    /// Whether it has a form, or decides on the form of others. Pango would end a text at a NUL, and draw boxes for
    /// other control characters.
    fileprivate var isShown: Bool { self == "\n" || properties.generalCategory != .control }
}
