import Testing

@testable import Screens
@testable import ScreensConfiguration

/// Sections that match no connected screen.
@Suite struct UnmatchedSectionTests {
    private static let connectors = [
        Screen.sample("Virtual-1", card: "card0"), .sample("HDMI-A-1", number: 8),
        .sample("HDMI-A-2", status: .disconnected, number: 9),
    ]

    private func unmatched(_ match: String, _ connectors: [Screen] = connectors) throws -> UnmatchedSection? {
        let text = "[default]\ndim = 1\n[[screen]]\nmatch = { \(match) }\nduring = \"daily 11:00-11:01\"\ndim = 2\n"
        let reading = MachineConfiguration.reading(Array(text.utf8), as: "a.toml")
        try #require(reading.problems.isEmpty, "\(reading.problems)")
        let sections = reading.configuration.unmatchedSections(among: connectors)
        #expect(sections.allSatisfy { $0.place == "a.toml:4" })
        return sections.first
    }

    @Test(arguments: [
        "connector = \"Virtual-1\"", "connector = \"card1/HDMI-A-1\"", "card = \"i915\"", "connector = \"HDMI-*\"",
        "role = \"external\"",
    ])
    func aMatchingSectionIsNotReported(match: String) throws {
        #expect(try unmatched(match) == nil)
    }

    /// A match, and the end of the message.
    @Test(arguments: [
        ("connector = \"Virtal-1\"", "no card has a connector 'Virtal-1'; did you mean 'Virtual-1'?"),
        ("connector = \"card1/HDMI-A-3\"", "no card has a connector 'card1/HDMI-A-3'; did you mean 'card1/HDMI-A-1'?"),
        ("connector = \"eDP-1\", card = \"card1\"", "no card has a connector 'eDP-1'"),
    ])
    func aConnectorThatNoCardHasIsNamed(match: String, message: String) throws {
        let section = try #require(try unmatched(match))
        #expect(section.unknownConnector != nil)
        #expect(section.message == "matches no screen: \(message)")
    }

    @Test(arguments: [
        "connector = \"HDMI-A-2\"", "identity = \"DEL *\"", "connector = \"VGA-*\"", "connector = \"mst:95-1\"",
        "card = \"udl\"", "connector = \"DVI-I-1\", card = \"udl\"", "role = \"internal\"",
    ])
    func anAbsentDisplayIsUsual(match: String) throws {
        let section = try #require(try unmatched(match))
        #expect(section.unknownConnector == nil && section.message == "matches no connected screen")
    }

    /// Displays of an arrangement, and the message of each that cannot come.
    @Test(
        arguments: [
            (["HDMI-A-1", "HDMI-A-2"], []), (["DEL DELL U2410 *", "AUO 12-3 X-1", "HDMI-*", "mst:95-1"], []),
            (["HDMI-A-1", "HDMI-A-3"], ["no card has a connector 'HDMI-A-3'; did you mean 'HDMI-A-1'?"]),
            (["card7/VGA-1"], ["no card has a connector 'card7/VGA-1'"]),
            (["Virtal-1", "DP *"], ["no card has a connector 'Virtal-1'; did you mean 'Virtual-1'?"]),
        ] as [([String], [String])])
    func anArrangementNamesTheConnectorsThatNoCardHas(displays: [String], messages: [String]) throws {
        let text = """
            [[arrangement]]
            name = "wall"
            displays = \(displays)
            [[arrangement.screen]]
            match = { connector = "HDMI-A-1" }
            dim = 2
            """
        let reading = MachineConfiguration.reading(Array(text.utf8), as: "a.toml")
        try #require(reading.problems.isEmpty, "\(reading.problems)")
        let sections = reading.configuration.unmatchedSections(among: Self.connectors)
        #expect(sections.allSatisfy { $0.place == "a.toml:3" })
        #expect(sections.map(\.message) == messages.map { "arrangement 'wall' is never present: \($0)" })
        #expect(reading.configuration.unmatchedSections(among: []).allSatisfy { $0.unknownConnector == nil })
    }

    @Test func withoutAnyConnectorNoNameIsUnknown() throws {
        #expect(try unmatched("connector = \"Virtal-1\"", [])?.unknownConnector == nil)
    }

    @Test func savedSettingsOfAbsentDisplaysAreNotReported() {
        var match = ScreenMatch()
        match.connector = TextPattern("DP-9")
        var configuration = MachineConfiguration()
        configuration.sections = [ScreenSection(match: match, overrides: ScreenOverrides())]
        #expect(configuration.unmatchedSections(among: Self.connectors).isEmpty)
    }
}
