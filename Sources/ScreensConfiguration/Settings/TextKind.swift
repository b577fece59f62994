import Screens

/// Words with placeholders for the time and for names: in the fonts of the machine if `screens-words` is installed,
/// otherwise in the built-in font.
package struct TextKind: WrittenKind {
    package let template: TextTemplate
    package let style: TextStyle
    package let fonts: FontStyle
    /// The place of the words.
    package let alignment: TextPlace
    /// The space around the words in percent of the screen's height.
    package let margin: Double
    /// Whether lines that are wider than their place are broken.
    package let wraps: Bool

    static let noun = "a text"
    static let example = #"""
        # Words. {time:HH:mm}, {date:EEEE, d MMMM yyyy}, {countdown:2026-12-31 18:00}, {file:/srv/line.txt} (at most
        # 64 KiB, followed), {hostname}, {address} and {screen} stand for their values. With screens-words the words are
        # in the fonts of the machine, in any script, and have the keys font, weight (light, regular, medium, semibold,
        # bold, black), outline (a colour) and text-direction (left-to-right, right-to-left). Without it they are in the
        # built-in font, which has the letters of western Europe.
        [[screen]]
        match = { card = "simpledrm" }
        content = { text = "Welcome\n{date:EEEE, d MMMM}, {time:HH:mm}", size = "8%", text-color = "#FFFFFF", background = "#102030", text-align = "center", margin = "2%" }


        """#
    static let parts =
        [ContentKey("text", "words", "Show words, in which {time:HH:mm} stands for the time.")] + TextStyle.parts
        + [alignmentPart, marginPart, ContentKey(withoutOption: "wrap", "bool")] + FontStyle.parts

    static let alignmentPart = ContentKey(
        "text-align", "place", "The place of words: \(SettingTable.words(TextPlace.words.map(\.name))).",
        choices: TextPlace.words.map(\.name))
    static let marginPart = ContentKey(
        "margin", "percent", "The space around words in percent of the screen's height.",
        form: .number(limits: "0.0 to 40.0 percent", symbol: "%"))
    static let standardMargin = 2.0

    init?(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        let template = TextTemplate.read(table, "text")
        let alignment = table.choice("text-align", among: TextPlace.words)
        let margin = table.number("margin", in: 0...40, unit: " percent", symbol: "%")
        let wraps = table.flag("wrap")
        style = TextStyle(table, placed)
        fonts = FontStyle(table)
        guard let template else { return nil }
        self.template = template
        self.alignment = alignment ?? .center
        self.margin = margin ?? Self.standardMargin
        self.wraps = wraps ?? true
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        let place = TextPlace.words.first { $0.value == alignment }?.name ?? ""
        return [("text", .text(template.source))] + style.written(spelling) + [
            (spelling.spell("text-align"), .text(spelling.spell(place))),
            ("margin", .text(TOMLText.number(margin) + "%")), ("wrap", .flag(wraps)),
        ] + fonts.written(spelling)
    }

    package var background: Color { style.background }
    package var needs: [ContentNeed] { [.words(template.source, isPlain: fonts.isPlain)] + template.fileNeeds }
    package var followsClock: Bool { template.followsClock }
}

extension TextTemplate {
    /// Reads a template from a table.
    static func read(_ table: SectionReader, _ key: String) -> TextTemplate? {
        let template = table.value(key, TextTemplate.init(_:))
        return table.spelling == .file || template?.files.isEmpty == true ? template : template?.ofCall
    }

    /// The files of the machine that the words need.
    var fileNeeds: [ContentNeed] { files.map { .textFile($0) } }
}

/// The place of words in an area.
package struct TextPlace: Sendable, Hashable {
    package let horizontal: HorizontalAlignment
    package let vertical: VerticalAlignment

    package static let center = TextPlace(horizontal: .center, vertical: .center)

    static let words: [(name: String, value: TextPlace)] = [
        ("center", .center), ("left", TextPlace(horizontal: .left, vertical: .center)),
        ("right", TextPlace(horizontal: .right, vertical: .center)),
        ("top", TextPlace(horizontal: .center, vertical: .top)),
        ("bottom", TextPlace(horizontal: .center, vertical: .bottom)),
        ("top-left", TextPlace(horizontal: .left, vertical: .top)),
        ("top-right", TextPlace(horizontal: .right, vertical: .top)),
        ("bottom-left", TextPlace(horizontal: .left, vertical: .bottom)),
        ("bottom-right", TextPlace(horizontal: .right, vertical: .bottom)),
    ]
}
