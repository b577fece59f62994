import Testing

@testable import ScreensConfiguration

/// Texts with placeholders.
struct TextTemplateTests {
    /// Two hours and a half ahead of UTC.
    private static let zone = LocalTime { _ in 9000 }
    /// 2026-11-29 21:58:59 there, a Sunday.
    private static let moment: Int64 = 1_795_980_539

    private func text(_ template: String, at moment: Int64? = moment) throws -> String {
        var values = TextTemplate.Values(host: "lobby", screen: "DP-1")
        values.address = "192.0.2.7"
        values.files["/srv/a b.txt"] = "12 €"
        return try TextTemplate(template).text(at: moment, in: Self.zone, values)
    }

    @Test(arguments: [
        ("Hello", "Hello"), ("a {{b}} c", "a {b} c"), ("{time}", "21:58"), ("{time:HH:mm:ss}", "21:58:59"),
        ("{time:h:mm a}", "9:58 PM"), ("{date}", "2026-11-29"), ("{date:d.M.yy}", "29.11.26"),
        ("{date:EEEE, d MMMM yyyy}", "Sunday, 29 November 2026"), ("{date:EEE dd MMM}", "Sun 29 Nov"),
        ("{address}", "192.0.2.7"), ("{file:/srv/a b.txt}!", "12 €!"), ("{file:/srv/none}", ""),
        ("{countdown:22:00}", "00:01:01"), ("{countdown:21:00}", "23:01:01"),
        ("{countdown:2026-12-01}", "1 d 02:01:01"), ("{countdown:2026-11-30 21:58}", "23:59:01"),
        ("{countdown:2026-11-29}", "00:00:00"), ("{time:HH 'h' mm}", "21 h 58"), ("{time:HH%mm}", "21%58"),
        ("{hostname}: {screen}", "lobby: DP-1"),
    ])
    func aPlaceholderHasItsValue(_ template: String, _ words: String) throws {
        #expect(try text(template) == words)
    }

    @Test func anUnknownTimeIsDrawnAsDashes() throws {
        #expect(try text("{time:HH:mm}, {date:d MMM}", at: nil) == "--:--, - ---")
        #expect(try text("{countdown:22:00}", at: nil) == "--:--:--")
    }

    @Test(
        arguments: [
            ("{time:HH:mm:ss}", 1), ("{time:HH:mm}", 1), ("{time:HH}", 61), ("{date}", 2 * 3600 + 61), ("Hello", nil),
            ("{hostname}", nil), ("{date} {time:ss}", 1), ("{countdown:2026-12-01}", 1),
            ("{file:/srv/a}", nil), ("{countdown:2026-11-29}", nil), ("{countdown:2026-11-29} {time:HH:mm}", 1),
        ] as [(String, Int64?)])
    func theNextChangeIsTheMomentOfTheNextValue(_ template: String, _ seconds: Int64?) throws {
        let next = try TextTemplate(template).nextChange(after: Self.moment, in: Self.zone)
        #expect(next == seconds.map { Self.moment + $0 })
        guard let next else { return }
        #expect(try text(template, at: next - 1) == text(template))
        #expect(try text(template, at: next) != text(template))
    }

    /// The words stay the same between two changes: a clock of minutes wakes once a minute.
    @Test func eachChangeIsAnotherText() throws {
        let template = try TextTemplate("{time:HH:mm}")
        var (moment, changes) = (Self.moment, 0)
        while let next = template.nextChange(after: moment, in: Self.zone), next < Self.moment + 86_400 {
            #expect(try text("{time:HH:mm}", at: next) != text("{time:HH:mm}", at: moment))
            (moment, changes) = (next, changes + 1)
        }
        #expect(changes == 1440)
    }

    @Test func aTextHasALimit() throws {
        _ = try TextTemplate(String(repeating: "a", count: 32_768))
        let error = #expect(throws: ValueProblem.self) { try TextTemplate(String(repeating: "a", count: 32_769)) }
        #expect(error?.message == "must have at most 32768 bytes, not 32769")
    }

    @Test func longValuesAreCutOff() throws {
        let template = try TextTemplate(String(repeating: "{screen}", count: 4000))
        let values = TextTemplate.Values(host: "", screen: String(repeating: "ä", count: 255))
        let words = template.text(at: nil, in: Self.zone, values)
        #expect(words.utf8.count == 65_536 && words.hasPrefix("ää"))
        // No letter is cut: 65,536 is not a multiple of three.
        let long = TextTemplate.Values(host: "", screen: String(repeating: "日", count: 85))
        let cut = template.text(at: nil, in: Self.zone, long)
        #expect(cut.utf8.count == 65_535 && cut.allSatisfy { $0 == "日" })
    }

    @Test func filesHaveALimit() throws {
        let text = (0...16).map { "{file:/\($0)}" }.joined()
        #expect(throws: ValueProblem.self) { try TextTemplate(text) }
        #expect(try TextTemplate("{file:/a}{file:/b}{file:/a}").files == ["/a", "/b", "/a"])
    }

    @Test(arguments: [
        ("a\r\nb\n\n", "a\nb"), ("\u{FEFF}a", "a"), ("a\tb\u{1B}[m", "a b [m"), ("a\u{202E}b", "ab"), ("\n \n", ""),
        ("100\u{200F}%", "100%"), ("Donau\u{AD}dampf", "Donaudampf"),
    ])
    func textsOfFilesHaveNoHarmfulCharacters(_ text: String, _ words: String) {
        #expect(text.shownWords == words)
    }

    @Test func lettersMayBeJoinedAndKeptApart() throws {
        for words in ["می\u{200C}خواهم", "👩\u{200D}🚀"] { #expect(try text(words) == words) }
    }

    @Test(arguments: [
        ("", "is empty"), (" \n ", "is empty"), ("{", "has a { without its }*"), ("}", "has a } without its {*"),
        ("{tine}", "has the unknown placeholder {tine}*"), ("{hostname:x}", "has the unknown placeholder*"),
        ("{countdown}", "has the unknown placeholder*"), ("{countdown:soon}", "has a countdown to 'soon'*"),
        ("{countdown:25:00}", "has a countdown to '25:00'*"), ("{countdown:2026-02-30}", "has a countdown*"),
        ("{countdown:18:00 2026-12-31}", "has a countdown*"), ("{file:a.txt}", "has a file without an absolute*"),
        ("{time:QQ}", "has the unknown pattern 'QQ'*"), ("{time:HHH}", "has the unknown pattern 'HHH'*"),
        ("{time:'x}", "has a pattern with a quote*"), ("a\tb", "must not have control characters*U+0009"),
        ("\u{1B}[2J", "*U+001B"), ("a\u{202E}b", "*turn the direction: it has U+202E"),
        ("\u{2066}", "*U+2066"), ("\u{FFFD}", "*U+FFFD"),
    ])
    func anImpossibleTextIsRefused(_ template: String, _ problem: String) {
        let error = #expect(throws: ValueProblem.self) { try TextTemplate(template) }
        #expect(error.map { TextPattern(problem).matches($0.message) } == true, "\(error?.message ?? "")")
    }
}
