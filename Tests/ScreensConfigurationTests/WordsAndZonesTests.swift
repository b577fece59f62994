import Testing

@testable import Screens
@testable import ScreensConfiguration

/// The contents `text`, `ticker` and `layout` in files.
struct WordsAndZonesTests {
    private func reading(_ text: String) -> ConfigurationFiles.Reading {
        MachineConfiguration.reading(Array(text.utf8), as: "f")
    }

    private func content(_ text: String) throws -> ContentSetting {
        let reading = reading("default.content = \(text)")
        try #require(reading.problems.isEmpty, "\(reading.problems)")
        return try #require(reading.configuration.defaults.content)
    }

    @Test(arguments: [
        "{ text = 'Hi', size = '8%', text-color = '#F00', background = 'none', text-align = 'top-left', margin = 0 }",
        "{ text = '{time}', wrap = false }", "{ ticker = 'Hi', speed = -120.5, size = 6 }",
        "{ ticker = '{time:HH:mm}', font = 'Noto Sans', weight = 'bold', align = 'clock' }",
        "{ layout = [{ color = '#F00', area = '0 0 50% 100%' }, { text = 'x', area = '50% 0 50% 100%' }] }",
        "{ image = '/l.png', background = 'none' }",
        "{ qr = 'https://example.org/{hostname}', correction = 'high', text-align = 'left', margin = 0 }",
    ])
    func aContentIsWrittenAsItIsRead(_ text: String) throws {
        var overrides = ScreenOverrides()
        overrides.content = try content(text)
        #expect(try content(try #require(overrides.texts["content"])) == overrides.content)
        #expect(try ScreenOverrides(call: overrides.json) == overrides)
    }

    @Test func theFilesOfACallAreKnown() throws {
        for key in ["text", "ticker", "qr"] {
            let content = try content("{ \(key) = '{file:/srv/line.txt}' }")
            #expect(content.needs.contains(.textFile("/srv/line.txt")))
            var overrides = ScreenOverrides()
            overrides.content = content
            let called = try #require(try ScreenOverrides(call: overrides.json).content)
            #expect(called != content && called.needs.contains(.textFile("/srv/line.txt")))
        }
    }

    @Test func aCallNamesOnlyFilesBelowTheFolders() {
        let folders = TextFolders()
        #expect(folders.problem(with: "/srv/a.txt")?.contains("which names none") == true)
        folders.set(["/srv/texts", "/var/lib/t/"])
        for path in ["/srv/texts/a.txt", "/srv/texts/b/a.txt", "/var/lib/t/x"] {
            #expect(folders.problem(with: path) == nil)
        }
        for path in ["/srv/texts", "/srv/textsx/a", "/srv/texts/../a", "/etc/shadow", "/var/lib/t"] {
            #expect(folders.problem(with: path)?.contains("which names /srv/texts, /var/lib/t/") == true)
        }
    }

    @Test func aCommandLineHasOptionsForWords() throws {
        let words = [("text", "Hi"), ("size", "8"), ("text-color", "#f00"), ("text-align", "top")]
        let options = words.compactMap { name, word in SettingTable.option(name).map { ($0, [word]) } }
        let overrides = try ScreenOverrides(words: options)
        #expect(try overrides.content == content("{ text = 'Hi', size = 8, text-color = '#F00', text-align = 'top' }"))
    }

    @Test func partsOfTransparentContentsAreTransparent() throws {
        #expect(try !content("{ text = 'x' }").isTransparent)
        #expect(try content("{ text = 'x', background = 'none' }").isTransparent)
        #expect(try content("{ playlist = [{ text = 'x', background = 'none' }] }").isTransparent)
        #expect(try content("{ layout = [{ text = 'x', background = 'none', area = '0 0 9% 9%' }] }").isTransparent)
    }

    @Test func namesInZonesStandForTheirContents() throws {
        let reading = reading(
            "default.content = 'board'\ncontents.board = { layout = [{ name = 'a', area = '0 0 9% 9%' }] }\n"
                + "contents.a = { color = '#F00' }")
        #expect(reading.problems.isEmpty)
        let board = reading.configuration.contents.resolved(.named("board"))
        let zones = try #require(board.kind as? LayoutKind).zones
        #expect(zones.map(\.title) == ["a"] && zones.map(\.content) == [.color(Color(rgb: 0xFF0000))])
    }

    @Test(arguments: [
        ("{ text = 3 }", "default.content.text: must be a text in quotes*"),
        ("{ text = 'x', size = 0 }", "default.content.size: must be 0.5 to 100.0 percent*"),
        ("{ text = 'x', text-align = 'middle' }", "default.content.text-align: must be one of center, left*"),
        ("{ text = 'x', margin = '50%' }", "default.content.margin: must be 0.0 to 40.0 percent*"),
        ("{ text = 'x', text-color = 'red' }", "default.content.text-color: must be a colour*"),
        ("{ text = 'x', speed = 3 }", "default.content.speed: is allowed only with ticker"),
        ("{ color = '#F00', size = 3 }", "default.content.size: is allowed only with text or ticker"),
        ("{ text = 'x', ticker = 'y' }", "default.content: has text and ticker, of which only one is allowed"),
        ("{ ticker = \"a\\nb\" }", "default.content.ticker: must be one line"),
        ("{ ticker = 'x', speed = 1e9 }", "default.content.speed: must be -10000.0 to 10000.0 pixels a second*"),
        ("{ qr = '' }", "default.content.qr: is empty"),
        ("{ qr = 'x', correction = 'best' }", "default.content.correction: must be one of low, medium, quartile*"),
        ("{ qr = 'x', wrap = true }", "default.content.wrap: is allowed only with text"),
        ("{ layout = [] }", "default.content.layout: must have 1 to 32 zones, not 0"),
        ("{ layout = [{ color = '#F00' }] }", "default.content.layout[1]: has no area*"),
        (
            "{ layout = [{ color = '#F00', area = '0 0 100 50%' }] }",
            "default.content.layout[1].area: must be in percent, so that it fits any picture"
        ),
        (
            "{ layout = [{ color = '#F00', area = '0 0 50% 100%' }, { color = '#0F0', area = '49% 0 9% 9%' }] }",
            "default.content.layout[2]: overlaps zone 1"
        ),
        (
            "{ layout = [{ color = '#F00', area = '60% 0 50% 100%' }] }",
            "default.content.layout[1].area: is beyond the right edge*"
        ),
        ("{ layout = [{ command = ['x'], area = '0 0 9% 9%' }] }", "default.content.layout[1]: must not be a command*"),
    ])
    func aFaultIsNamedWithItsPlace(text: String, problem: String) throws {
        let problems = reading("default.content = \(text)").problems
        let texts = problems.map { String($0.description.trimmingPrefix(/f:[0-9:]* ?/)) }
        #expect(TextPattern(problem).matches(texts.first ?? ""), "\(problems)")
    }

    @Test func layoutsOfLayoutsHaveALimit() throws {
        let deep = (0..<5).reduce("color = '#F00'") { text, _ in "layout = [{ \(text), area = '0 0 99% 99%' }]" }
        #expect(reading("default.content = { \(deep) }").problems.first?.message == "is inside of 4 other layouts")
        var text = "contents.a0 = { color = '#F00' }\n"
        for number in 1...12 {
            let zones = (0..<10).map { "{ name = 'a\(number - 1)', area = '\($0 * 10)% 0 10% 100%' }" }
            text += "contents.a\(number) = { layout = [\(zones.joined(separator: ", "))] }\n"
        }
        #expect(reading(text).problems.contains { $0.message.contains("more than 10000 contents") })
    }
}
