import Testing

@testable import Screens
@testable import ScreensConfiguration

/// The setting `overlay`: contents over the picture.
struct OverlaySettingTests {
    private func reading(_ text: String) -> ConfigurationFiles.Reading {
        MachineConfiguration.reading(Array(text.utf8), as: "f")
    }

    private static let red = ContentSetting.color(Color(rgb: 0xFF0000))

    private func overlay(_ text: String) throws -> [OverlayItem] {
        let reading = reading(text)
        try #require(reading.problems.isEmpty, "\(reading.problems)")
        let overlay = try #require(reading.configuration.defaults.overlay)
        return reading.configuration.contents.resolved(overlay)
    }

    @Test func anElementIsAnyContentOrANameWithItsAreaAndOpacity() throws {
        let items = try overlay(
            """
            contents.menu = { color = '#F00' }
            [default]
            overlay = ['menu', { name = 'menu', area = '0 90% 100% 10%' }, { playlist = ['menu'], opacity = 0.5 }]
            """)
        #expect(items.map(\.title) == ["menu", "menu", "playlist"])
        #expect(items[0].content == Self.red && items[0].area == .whole && items[0].opacity == 1)
        let lower = try ContentArea("0 90% 100% 10%")
        #expect(items[1].content == Self.red && items[1].area == lower)
        #expect(items[2].opacity == 0.5)
    }

    @Test func aLaterSectionReplacesAllContentsOrRemovesThem() throws {
        let one = reading("default.overlay = [{ color = '#F00' }, { color = '#0F0' }]").configuration.defaults
        let two = reading("default.overlay = [{ color = '#00F' }]").configuration.defaults
        #expect(one.overridden(by: two).overlay?.map(\.content) == [.color(Color(rgb: 0xFF))])
        #expect(one.overridden(by: reading("default.overlay = []").configuration.defaults).overlay == [])
    }

    @Test(arguments: [
        ("default.overlay = { color = '#F00' }", "default.overlay: must be a list, not *"),
        ("default.overlay = [3]", "default.overlay[1]: must be the name of a content or a table*"),
        ("default.overlay = ['menu']", "default.overlay[1]: is not the name of a content*"),
        ("default.overlay = [{ none = true }]", "default.overlay[1]: must not be none"),
        (
            "default.overlay = [{ command = ['mpv'] }]",
            "default.overlay[1]: must not be a command: no program is part of an overlay"
        ),
        (
            "default.overlay = [{ color = '#F00', area = '0 0 0 0' }]", "default.overlay[1].area: has no width*"
        ),
        (
            "default.overlay = [{ color = '#F00', opacity = 2 }]",
            "default.overlay[1].opacity: must be 0.0 to 1.0*"
        ),
        (
            "default.overlay = [{ color = '#F00', aera = '0 0 1 1' }]",
            "default.overlay[1].aera: is not a key of this section; did you mean 'area'\\?"
        ),
        (
            "default.overlay = [\(repeatElement("{ color = '#F00' }", count: 17).joined(separator: ", "))]",
            "default.overlay: may have 16 contents, not 17"
        ),
    ])
    func aFaultIsNamedWithItsPlace(text: String, problem: String) throws {
        let problems = reading(text).problems.map { String($0.description.trimmingPrefix(/f:[0-9:]* ?/)) }
        #expect(TextPattern(problem).matches(problems.first ?? ""), "\(problems)")
    }

    @Test func aCommandWithANameIsNotShownOverAPicture() throws {
        let reading = reading("default.overlay = ['film']\ncontents.film = { command = ['mpv'] }")
        let overlay = try #require(reading.configuration.defaults.overlay)
        #expect(reading.configuration.contents.problem(with: overlay)?.contains("is a command") == true)
    }

    @Test func anOverlayIsWrittenAsItIsRead() throws {
        let text = "overlay = [{ image = '/l.png', area = '88% 2% 10% 10%', opacity = 0.5 }, { name = 'menu' }]"
        let overrides = reading("[default]\n\(text)\n[contents]\nmenu = { color = '#F00' }").configuration.defaults
        let written = try #require(overrides.texts["overlay"])
        #expect(reading("default.overlay = \(written)").configuration.defaults.overlay == overrides.overlay)
        #expect(try ScreenOverrides(call: overrides.json) == overrides)
    }
}
