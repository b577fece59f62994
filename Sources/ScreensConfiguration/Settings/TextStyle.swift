import Screens

/// The size and the colours of words.
package struct TextStyle: Sendable, Hashable {
    /// The height of the letters in percent of the screen's height; nil for as large as fits.
    package let size: Double?
    /// The colour of the letters; nil for white on dark colours, and black on light ones.
    package let color: Color?
    package let background: Color

    static let parts = [
        ContentKey(
            "size", "percent", "The height of letters in percent of the screen's height.",
            form: .number(limits: "0.5 to 100.0 percent", symbol: "%")),
        ContentKey("text-color", "#rrggbb", "The colour of letters."),
        ContentSetting.Placed.backgroundPart,
    ]

    /// Takes the keys from a table.
    init(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        size = table.number("size", in: 0.5...100, unit: " percent", symbol: "%")
        color = table.value("text-color", Color.init(written:))
        background = placed.background
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        var entries: [(key: String, value: SettingValue)] = []
        if let size { entries.append(("size", .text(TOMLText.number(size) + "%"))) }
        if let color { entries.append((spelling.spell("text-color"), .text(color.text))) }
        return entries + [("background", .text(background.text))]
    }
}
