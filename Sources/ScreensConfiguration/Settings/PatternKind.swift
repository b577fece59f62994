import Screens

/// A test picture.
package struct PatternKind: WrittenKind {
    package let pattern: TestPattern

    static let noun = "a pattern"
    static let example = #"""
        [[screen]]
        match = { identity = "DEL DELL U2410 *" } # as `screens list` prints it, or with the manufacturer's three letters
        content = { pattern = "card" }            # card, bars, gradient or checker


        """#
    static let parts = [
        ContentKey(
            "pattern", "name", "Show a test pattern: \(SettingTable.words(TestPattern.allCases.map(\.rawValue))).",
            choices: TestPattern.allCases.map(\.rawValue))
    ]

    init(_ pattern: TestPattern) {
        self.pattern = pattern
    }

    init?(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        let words = TestPattern.allCases.map { ($0.rawValue, $0) }
        guard let pattern = table.choice("pattern", among: words) else { return nil }
        self.pattern = pattern
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        [("pattern", .text(spelling.spell(pattern.rawValue)))]
    }
}

extension ContentSetting {
    package static func pattern(_ pattern: TestPattern) -> ContentSetting { ContentSetting(PatternKind(pattern)) }
}
