import Screens

/// One colour.
package struct ColorKind: WrittenKind {
    package let color: Color

    static let noun = "a color"
    static let parts = [ContentKey("color", "#rrggbb", "Show one colour.")]

    init(_ color: Color) {
        self.color = color
    }

    init?(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        guard let color = table.value("color", Color.init(written:)) else { return nil }
        self.color = color
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        [("color", .text(color.text))]
    }
}

extension ContentSetting {
    package static func color(_ color: Color) -> ContentSetting { ContentSetting(ColorKind(color)) }
}

extension Color {
    /// Reads a colour as files and command lines write it.
    package init(written text: String) throws(ValueProblem) {
        guard let color = Color(text) else {
            throw ValueProblem("must be a colour as in '#FF8000' or '#F80'", not: text)
        }
        self = color
    }

    /// `#RRGGBB`, or `none` for a transparent colour.
    var text: String { alpha == 0 ? "none" : "#" + rgb.hexadecimal(digits: 6) }
}
