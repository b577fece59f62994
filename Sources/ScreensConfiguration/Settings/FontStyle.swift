import Screens

/// The look of words that the program `screens-words` draws. The built-in font has one look.
package struct FontStyle: Sendable, Hashable {
    /// The direction of paragraphs.
    package enum Direction: String, Sendable {
        case leftToRight = "left-to-right"
        case rightToLeft = "right-to-left"
    }

    /// The family of the font, or several with commas between them; nil for the machine's own.
    package let family: String?
    /// The weight from 1 to 1000; nil for regular.
    package let weight: Int?
    /// The colour of a line around the letters; nil for none.
    package let outline: Color?
    /// The direction of all paragraphs; nil for the direction of the first letter of each.
    package let direction: Direction?

    private static let longestFamily = 256
    private static let weights: [(name: String, value: Int)] = [
        ("light", 300), ("regular", 400), ("medium", 500), ("semibold", 600), ("bold", 700), ("black", 900),
    ]
    private static let directions: [(name: String, value: Direction)] = [
        (Direction.leftToRight.rawValue, .leftToRight), (Direction.rightToLeft.rawValue, .rightToLeft),
    ]

    static let parts = ["font", "weight", "outline", "text-direction"].map { ContentKey(withoutOption: $0, "string") }

    /// The look of the built-in font.
    package static let plain = FontStyle()

    private init() {
        (family, weight, outline, direction) = (nil, nil, nil, nil)
    }

    /// Takes the keys from a table.
    init(_ table: SectionReader) {
        family = table.value("font") { (text) throws(ValueProblem) in
            guard !text.isEmpty, text.utf8.count <= Self.longestFamily, text.unicodeScalars.allSatisfy(\.isHarmless)
            else { throw ValueProblem("must be the family of a font, in at most \(Self.longestFamily) bytes") }
            return text
        }
        weight = table.choice("weight", among: Self.weights)
        outline = table.value("outline", Color.init(written:))
        direction = table.choice("text-direction", among: Self.directions)
    }

    /// Whether the built-in font has the look as well.
    package var isPlain: Bool { family == nil && weight == nil && outline == nil && direction == nil }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        var entries: [(key: String, value: SettingValue)] = []
        if let family { entries.append(("font", .text(family))) }
        if let weight, let name = Self.weights.first(where: { $0.value == weight })?.name {
            entries.append(("weight", .text(spelling.spell(name))))
        }
        if let outline { entries.append(("outline", .text(outline.text))) }
        if let direction {
            entries.append((spelling.spell("text-direction"), .text(spelling.spell(direction.rawValue))))
        }
        return entries
    }
}
