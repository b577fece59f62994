import ScreensJSON
import Testing

@testable import Screens
@testable import ScreensConfiguration

/// Contents with names.
struct NamedContentsTests {
    private func reading(_ text: String) -> ConfigurationFiles.Reading {
        MachineConfiguration.reading(Array(text.utf8), as: "f")
    }

    /// The content of all screens after names were resolved.
    private func content(_ text: String) throws -> ContentSetting {
        let reading = reading(text)
        try #require(reading.problems.isEmpty, "\(reading.problems)")
        let configuration = reading.configuration
        return configuration.contents.resolved(try #require(configuration.defaults.content))
    }

    private static let red = ContentSetting.color(Color(rgb: 0xFF0000))

    @Test func aNameStandsForItsContent() throws {
        #expect(try content("default.content = 'menu'\ncontents.menu = { color = '#F00' }") == Self.red)
        #expect(try content("default.content = { name = 'a b' }\ncontents.'a b' = { color = '#F00' }") == Self.red)
        #expect(try content("default.content = 'x'\n[contents]\nx = 'y'\ny = { color = '#F00' }") == Self.red)
    }

    @Test(
        arguments: [
            ("default.content = 'menu'", "default.content: is not the name of a content in the section [contents]"),
            (
                "default.content = 'meny'\ncontents.menu = { color = '#F00' }",
                "*is not the name of a content in the section [contents]; did you mean 'menu'?"
            ),
            ("default.content = 'non'", "*; did you mean 'none'?"),
            ("default.content = 'a/b'", "default.content: must be the name of a content*"),
            ("default.content = 3", "default.content: must be none, the name of a content, or a table*"),
            ("contents.a = 'none'", "contents.a: must not be none"),
            ("contents.none = { color = '#F00' }", "contents.none: is not a name*"),
            ("contents.a = 'a'", "contents.a: cannot be shown: the content 'a' contains itself"),
            ("contents.a = 'b'\ncontents.b = 'a'", "contents.a: cannot be shown: the content 'a' contains itself"),
        ])
    func aFaultIsNamedWithItsPlace(text: String, problem: String) throws {
        let problems = reading(text).problems.map { String($0.description.trimmingPrefix(/f:[0-9:]* ?/)) }
        let pattern = TextPattern(problem.replacing("?", with: "\\?"))
        #expect(pattern.matches(problems.first ?? ""), "\(problems)")
    }

    @Test func aMissingNameCostsOnlyItsKey() {
        let reading = ConfigurationTexts([.init("f", Array("default.content = 'menu'\ndefault.dim = 3".utf8))]).reading
        #expect(reading.problems.count == 1 && reading.brokenFiles.isEmpty)
        #expect(reading.configuration.defaults.dim == 3)
    }

    @Test func anotherFileMayDefineTheName() {
        let texts = ["default.content = 'menu'", "contents.menu = { color = '#F00' }"].enumerated().map {
            ConfigurationTexts.File("f\($0)", Array($1.utf8))
        }
        #expect(ConfigurationTexts(texts).reading.problems.isEmpty)
    }

    @Test func aCommandWithANameCannotBeAFallback() {
        let text = "default.fallback = 'film'\ncontents.film = { command = ['mpv'] }"
        let contents = reading(text).configuration.contents
        #expect(contents.problem(with: .named("film")) == nil)
        #expect(contents.problem(withFallback: .named("film"))?.contains("is a command") == true)
    }

    @Test func aNameIsTheSameFromAFileAndACall() throws {
        func fromFile(_ content: String) throws -> ScreenOverrides {
            let reading = reading("[contents]\nmenu = { color = '#F00' }\n[default]\ncontent = \(content)")
            try #require(reading.problems.isEmpty, "\(reading.problems)")
            return reading.configuration.defaults
        }
        let overrides = try fromFile("'menu'")
        #expect(overrides.json == ["content": ["name": "menu"]])
        #expect(try ScreenOverrides(call: ["content": ["name": "menu"]]) == overrides)
        #expect(try fromFile(try #require(overrides.texts["content"])) == overrides)
    }
}
