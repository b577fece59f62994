import Screens

/// One colour.
package struct ColorForm: WrittenForm {
    package let color: Color

    static let noun = "a color"
    static let parts = [ContentPart("color", "#rrggbb", "Show one colour.")]

    init(_ color: Color) {
        self.color = color
    }

    init?(_ table: SectionReader, _ placed: ShownContent.Placed) {
        guard let color = table.value("color", Color.init(written:)) else { return nil }
        self.color = color
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        [("color", .text(color.text))]
    }
}

extension ShownContent {
    package static func color(_ color: Color) -> ShownContent { ShownContent(ColorForm(color)) }
}

extension Color {
    /// Reads a colour as files and command lines write it.
    package init(written text: String) throws(ValueProblem) {
        guard let color = Color(text) else {
            throw ValueProblem("must be a colour as in '#FF8000' or '#F80'", not: text)
        }
        self = color
    }

    /// `#RRGGBB`.
    var text: String { "#" + rgb.hexadecimal(digits: 6) }
}
