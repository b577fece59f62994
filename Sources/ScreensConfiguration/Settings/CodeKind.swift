import Screens

/// A QR code of words with placeholders, as large as fits, which `screens-words` draws.
package struct CodeKind: WrittenKind {
    /// The share of a code that may be unreadable: 7, 15, 25 or 30 %.
    package enum Correction: String, Sendable {
        case low
        case medium
        case quartile
        case high
    }

    package let template: TextTemplate
    package let correction: Correction
    /// The place of the code.
    package let alignment: TextPlace
    /// The space around the code in percent of the screen's height.
    package let margin: Double
    package let background: Color

    static let noun = "a QR code"
    static let example = #"""
        # A QR code, which the package screens-words draws: black on white, with the margin that readers need. {hostname}
        # and the other placeholders stand for their values. The correction (low, medium, quartile, high) is the part that
        # may be covered or dirty: 7, 15, 25 or 30 percent.
        [[screen]]
        match = { card = "vc4" }
        content = { qr = "https://example.org/{hostname}", correction = "high", background = "#102030" }
        overlay = [{ qr = "https://example.org", area = "80% 70% 18% 28%", background = "none" }]


        """#
    static let parts: [ContentKey] = [
        ContentKey("qr", "words", "Show a QR code of these words."), ContentKey(withoutOption: "correction", "string"),
        TextKind.alignmentPart, TextKind.marginPart, ContentSetting.Placed.backgroundPart,
    ]

    private static let corrections: [(name: String, value: Correction)] = [
        (Correction.low.rawValue, .low), (Correction.medium.rawValue, .medium),
        (Correction.quartile.rawValue, .quartile), (Correction.high.rawValue, .high),
    ]

    init?(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        let template = TextTemplate.read(table, "qr")
        let alignment = table.choice("text-align", among: TextPlace.words)
        let margin = table.number("margin", in: 0...40, unit: " percent", symbol: "%")
        correction = table.choice("correction", among: Self.corrections) ?? .medium
        background = placed.background
        guard let template else { return nil }
        self.template = template
        self.alignment = alignment ?? .center
        self.margin = margin ?? TextKind.standardMargin
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        let place = TextPlace.words.first { $0.value == alignment }?.name ?? ""
        return [
            ("qr", .text(template.source)), ("correction", .text(correction.rawValue)),
            (spelling.spell("text-align"), .text(spelling.spell(place))),
            ("margin", .text(TOMLText.number(margin) + "%")), ("background", .text(background.text)),
        ]
    }

    package var needs: [ContentNeed] { [.code] + template.fileNeeds }
    package var followsClock: Bool { template.followsClock }
}
