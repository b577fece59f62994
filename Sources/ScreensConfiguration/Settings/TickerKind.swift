import Screens

/// Words in one line that move through their area without an end: in the fonts of the machine if `screens-words` is
/// installed, otherwise in the built-in font.
package struct TickerKind: WrittenKind {
    package let template: TextTemplate
    /// The pixels a second; negative from left to right.
    package let speed: Double
    /// The time at which the words begin: when they are shown, or by the clock, as on other machines.
    package let alignment: PlaylistCourse.Alignment
    package let style: TextStyle
    package let fonts: FontStyle

    static let noun = "a ticker"
    static let example = #"""
        # Words that move at 240 pixels a second, over the lower edge of whatever else is on the screen. They have the
        # placeholders and the fonts of a text. A negative speed is for words that are read from right to left.
        # With align = "clock", screens of the same mode have the same letters at the same time, on all machines.
        [[screen]]
        match = { card = "vc4" }
        content = { ticker = "Open from 8 to 18", speed = 240, size = "6%", background = "#102030" }
        overlay = [{ ticker = "The lift is out of order today", area = "0 92% 100% 8%" }]


        """#
    static let parts =
        [
            ContentKey("ticker", "words", "Show words that move in one line."),
            ContentKey(
                "speed", "pixels", "The pixels a second of a ticker; negative from left to right.",
                form: .number(limits: "-10000.0 to 10000.0 pixels a second", symbol: "px/s")),
        ] + TextStyle.parts + FontStyle.parts + [PlaylistCourse.alignPart]

    private static let standardSpeed = 240.0

    init?(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        let template = TextTemplate.read(table, "ticker")
        let speed = table.number("speed", in: -10_000...10_000, unit: " pixels a second", symbol: "px/s")
        style = TextStyle(table, placed)
        fonts = FontStyle(table)
        alignment = PlaylistCourse.alignment(table)
        guard let template else { return nil }
        if template.source.contains("\n") { table.add("must be one line", at: "ticker") }
        self.template = template
        self.speed = speed ?? Self.standardSpeed
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        [("ticker", .text(template.source)), ("speed", .text(TOMLText.number(speed) + " px/s"))]
            + style.written(spelling) + fonts.written(spelling)
            + (alignment == .start ? [] : [("align", .text(alignment.rawValue))])
    }

    package var background: Color { style.background }
    package var followsClock: Bool { template.followsClock || alignment == .clock }
    package var needs: [ContentNeed] { [.words(template.source, isPlain: fonts.isPlain)] + template.fileNeeds }
}
