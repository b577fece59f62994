import Screens
import Testing

@testable import Configuration

struct ConfigurationWriterTests {
    private static let hostile = [
        "\"", "\\", "\n[default]\nrotate = 1", "'''", "\"\"\"", "#", "\u{1B}[2J", "\u{202E}abc", "\u{FEFF}", "é😀",
        "\r\n", " ",
        "\u{7F}", "\\u0000", "}, x = {", "\u{E000}", "a*b?\\", "\u{FFFD}", "\u{10FFFF}", "=",
    ]

    @Test(arguments: hostile)
    func anyTextIsReadAsItWas(text: String) throws {
        var overrides = ScreenOverrides()
        overrides.mirror = .some(text)
        overrides.content = .image(.init(mode: .fill, background: .white), path: "/" + text)
        overrides.properties = ["content type": text]
        var match = ScreenMatch()
        match.identity = TextPattern(text)
        match.connector = TextPattern(literal: "x" + text)
        let section = ScreenSection(match: match, overrides: overrides)
        let written = try ConfigurationWriter.text(for: [section, section])
        let reading = MachineConfiguration.reading(Array(written.utf8), as: "f")
        #expect(reading.problems.isEmpty)
        #expect(reading.configuration.sections == [section, section])
        #expect(written.unicodeScalars.allSatisfy { $0 == "\n" || $0.properties.generalCategory != .control })
    }

    @Test func everySettingIsReadAsItWas() throws {
        let example = MachineConfiguration.reading(Array(ConfigurationExample.text.utf8), as: "f")
        var sections = example.configuration.sections
        for index in sections.indices { sections[index].arrangement = nil }
        var overrides = ScreenOverrides()
        overrides.mirror = ScreenOverrides.Choice.none
        overrides.idle = ScreenOverrides.Choice.none
        overrides.overscan = Overscan(
            top: .hundredths(5), right: .pixels(1), bottom: .hundredths(5000), left: .pixels(0))
        overrides.gamma = 0.1
        overrides.dim = 33.333333333333336
        overrides.content = .slides(
            .init(),
            .init(folder: "/x", interval: TimeLength(milliseconds: 1_000_000_001), fade: TimeLength(milliseconds: 0)))
        var match = ScreenMatch()
        match.role = .internal
        sections.append(ScreenSection(match: match, overrides: overrides))
        let written = try ConfigurationWriter.text(for: sections)
        #expect(MachineConfiguration.reading(Array(written.utf8), as: "f").configuration.sections == sections)
        #expect(sections.count == 8)
    }

    @Test func unreadableSettingsAreNotWritten() {
        var match = ScreenMatch()
        match.connector = TextPattern("DP-1")
        for change in [
            { $0.mirror = .some("a\0b") }, { $0.dim = 200 }, { $0.gamma = .nan }, { $0.properties = ["no such": "1"] },
            { $0.clockwiseQuarters = 7 }, { $0.content = .image(.init(), path: "relative") },
        ] as [(inout ScreenOverrides) -> Void] {
            var overrides = ScreenOverrides()
            change(&overrides)
            #expect(throws: ValueProblem.self) {
                try ConfigurationWriter.text(for: [ScreenSection(match: match, overrides: overrides)])
            }
        }
        #expect(throws: ValueProblem.self) {
            try ConfigurationWriter.text(for: [ScreenSection(match: ScreenMatch(), overrides: ScreenOverrides())])
        }
    }

    @Test func nothingIsWrittenAsNothing() throws {
        let written = try ConfigurationWriter.text(for: [])
        #expect(MachineConfiguration.reading(Array(written.utf8), as: "f").configuration == MachineConfiguration())
    }
}
