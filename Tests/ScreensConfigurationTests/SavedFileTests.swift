import Screens
import ScreensJSON
import Testing

@testable import ScreensConfiguration

/// Saved settings are written to the disk and read again.
@Suite struct SavedFileTests {
    private static let hostile = [
        "\"", "\\", "\n[default]\nrotate = 1", "'''", "\"\"\"", "#", "\u{1B}[2J", "\u{202E}abc", "\u{FEFF}", "é😀",
        "\r\n", " ", "\u{7F}", "\\u0000", "}, x = {", "\u{E000}", "a*b?\\", "\u{FFFD}", "\u{10FFFF}", "=",
    ]

    private func read(_ settings: SavedSettings) throws -> SavedSettings {
        let text = SavedFile.json(settings).description
        return try SavedFile.settings(try JSONValue(decoding: Array(text.utf8)))
    }

    @Test(arguments: hostile)
    func anyTextIsReadAsItWas(text: String) throws {
        var overrides = ScreenOverrides()
        overrides.mirror = .some(text)
        overrides.content = .image(.init(mode: .fill, background: .white), path: "/" + text)
        overrides.properties = ["content type": text]
        var match = ScreenMatch()
        match.identity = TextPattern(text)
        match.connector = TextPattern(literal: "x" + text)
        let entry = SavedSettings.Entry(
            match: match, name: text, connector: text, settings: overrides, replaced: ScreenOverrides())
        let settings = SavedSettings([entry])
        #expect(try read(settings) == settings)
        // The same holds for the form in files.
        let lines = overrides.orderedTexts.map { "\($0.key) = \($0.value)\n" }.joined()
        let back = MachineConfiguration.reading(Array("[default]\n\(lines)".utf8), as: "f")
        #expect(back.configuration.defaults == overrides)
    }

    @Test func everySettingIsReadAsItWas() throws {
        let example = MachineConfiguration.reading(Array(ConfigurationExample.text.utf8), as: "f")
        // No client sets what only files may contain.
        for section in example.configuration.sections where section.overrides.onlyInFiles == nil {
            var match = ScreenMatch()
            match.connector = TextPattern("DP-1")
            let entry = SavedSettings.Entry(
                match: match, connector: "DP-1", settings: section.overrides, replaced: section.overrides)
            #expect(try read(SavedSettings([entry])) == SavedSettings([entry]))
        }
        #expect(example.configuration.sections.count > ContentSetting.kinds.count)
    }

    /// A setting that replaces a list with a mistyped key keeps that list, and the file can be read.
    @Test(arguments: ["{ imge = '/x.png', for = '8 s' }", "{ color = '#F00', durring = 'Mo 08:00-09:00' }"])
    func aListWithAnItemThatIsNotShownIsReadAgain(item: String) throws {
        let text = "[default]\ncontent = { playlist = [\(item), { color = '#00F' }] }\n"
        let reading = MachineConfiguration.reading(Array(text.utf8), as: "f")
        let content = try #require(reading.configuration.defaults.content)
        var (settings, replaced, match) = (ScreenOverrides(), ScreenOverrides(), ScreenMatch())
        (settings.content, replaced.content, match.connector) = (.color(.white), content, TextPattern("DP-1"))
        let entry = SavedSettings.Entry(match: match, connector: "DP-1", settings: settings, replaced: replaced)
        let again = try read(SavedSettings([entry]))
        #expect(again.entries.map(\.settings) == [settings])
        #expect(SavedFile.json(again) == SavedFile.json(SavedSettings([entry])))
    }

    private static let ofALaterVersion = """
        {"version":1,"fleet":"hall","screens":[{"connector":"DP-1","identity":null,"name":null,"place":"DP-1","room":7,
        "settings":{"dim":5,"shine":{"by":3},"content":{"film":"/a.mkv"}},"replaced":{"dim":1,"shine":null,"glow":2}}]}
        """

    /// A return to the version before must not lose what the later one has saved.
    @Test func membersOfALaterVersionHaveNoEffectAndStay() throws {
        let document = try JSONValue(decoding: Array(Self.ofALaterVersion.utf8))
        var saved = try SavedFile.settings(document)
        var settings = ScreenOverrides()
        settings.dim = 5
        #expect(saved.entries.map(\.settings) == [settings])
        let written = SavedFile.json(saved)
        #expect(written["fleet"] == "hall" && written["version"] == 1)
        let screen = try #require(written["screens"]?.array?.first)
        #expect(screen["room"] == 7 && screen["replaced"]?["glow"] == 2)
        #expect(screen["settings"] == ["dim": 5.0, "shine": ["by": 3], "content": ["film": "/a.mkv"]])

        // A setting that is saved again replaces them; the others stay.
        let entry = try #require(saved.entries.first)
        settings = ScreenOverrides()
        settings.content = .color(.white)
        saved.save(.init(match: entry.match, connector: "DP-1", settings: settings, replaced: nil))
        let later = SavedFile.json(saved)["screens"]?.array?.first?["settings"]
        #expect(later?["shine"] == ["by": 3] && later?["dim"] == 5.0 && later?["content"]?["color"] != nil)
        #expect(later?["content"]?["film"] == nil)
    }

    /// A content of a later version is reset as any content is; a setting that only that version knows is not.
    @Test func aResetRemovesTheValueOfALaterVersionToo() throws {
        let document = try JSONValue(decoding: Array(Self.ofALaterVersion.utf8))
        var saved = try SavedFile.settings(document)
        let screen = Screen.sample("DP-1")
        saved.remove(SettingTable.settings.filter { $0.key == "content" }, of: screen)
        let settings = SavedFile.json(saved)["screens"]?.array?.first?["settings"]
        #expect(settings == ["dim": 5.0, "shine": ["by": 3]])
        saved.remove(SettingTable.settings, of: screen)
        #expect(SavedFile.json(saved)["screens"]?.array?.first?["settings"] == ["shine": ["by": 3]])
    }

    /// The files may have had a command when another content was saved.
    @Test func aCommandIsReadOnlyAsAValueThatTheFilesHad() throws {
        var match = ScreenMatch()
        match.connector = TextPattern("DP-1")
        var command = ScreenOverrides()
        command.content = .command(ContentProgram(command: ["mpv"]))
        let entry = SavedSettings.Entry(match: match, connector: "DP-1", settings: ScreenOverrides(), replaced: command)
        #expect(try read(SavedSettings([entry])) == SavedSettings([entry]))
        let wrong = SavedSettings.Entry(match: match, connector: "DP-1", settings: command, replaced: nil)
        #expect(throws: ValueProblem.self) { try read(SavedSettings([wrong])) }
    }

    @Test(arguments: [
        "{}", "[]", "{\"version\":2,\"screens\":[]}", "{\"version\":1}", "{\"version\":1,\"screens\":[{}]}",
        "{\"version\":1,\"screens\":[{\"identity\":null,\"connector\":null,\"place\":\"\",\"settings\":{}}]}",
        "{\"version\":1,\"screens\":[{\"connector\":\"a\",\"place\":\"a\",\"settings\":{\"rotate\":45}}]}",
        "{\"version\":1,\"screens\":[{\"connector\":\"a\",\"place\":\"a\",\"settings\":7}]}",
    ])
    func aFileOfAnotherKindIsRefused(text: String) throws {
        let document = try JSONValue(decoding: Array(text.utf8))
        #expect(throws: ValueProblem.self) { try SavedFile.settings(document) }
    }
}
