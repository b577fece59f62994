import Testing

@testable import ProgramSamples
@testable import ScreensDoctor
@testable import ScreensReports

/// Facts from the texts of the system.
struct FactsTests {
    @Test(arguments: [
        ("quiet nomodeset\n", true), ("nomodeset", true), ("quiet", false), ("nomodeset=1 xnomodeset", false),
        ("", false),
    ])
    func nomodesetIsAWordOfItsOwn(text: String, has: Bool) {
        #expect(KernelCommandLine(text).hasNoModeset == has)
    }

    @Test(
        arguments: [
            ("video=HDMI-A-1:d", .off), ("video=HDMI-A-1:e", .on), ("video=HDMI-A-1:D", .on),
            ("video=HDMI-A-1:1920x1080@60e quiet\n", .on), ("video=HDMI-A-1:1920x1080MR-24@60mD", .on),
            ("video=HDMI-A-1:1024x768d,rotate=90", .off), ("video=HDMI-A-1:e video=HDMI-A-1:d", .off),
            ("video=HDMI-A-1:1920x1080@60", nil), ("video=HDMI-A-1:panel_orientation=upside_down", nil),
            ("video=HDMI-A-1:rotate=90,d", nil), ("video=HDMI-A-1:", nil), ("video=HDMI-A-1", nil),
            ("video=HDMI-A-11:d", nil), ("video=DP-1:d", nil), ("video=HDMI-A-1:hold", nil), ("", nil),
        ] as [(String, ConnectorForce?)])
    func aConnectorIsForcedByTheFlagsBehindItsMode(text: String, force: ConnectorForce?) {
        #expect(KernelCommandLine(text).force(of: "HDMI-A-1")?.force == force)
    }

    @Test(
        arguments: [("on", .on), ("digital", .on), ("off", .off), ("unspecified", nil), ("", nil)]
            as [(String, ConnectorForce?)])
    func debugfsNamesTheForcedState(word: String, force: ConnectorForce?) {
        #expect(ConnectorForce(debugfs: word) == force)
    }

    @Test(
        arguments: [
            ("tty1\n", 1), ("tty63", 63), ("tty0\n", nil), ("tty64\n", nil), ("ttyS0\n", nil), ("", nil), ("tty", nil),
            ("tty99999999999999999999", nil),
        ] as [(String, Int?)])
    func theActiveTerminalHasANumber(text: String, number: Int?) {
        #expect(TerminalFacts.number(inActive: text) == number)
    }

    @Test(
        arguments: [
            // Device 4:2 is tty2, 136:1 is a terminal program's, 4:64 is a serial line; 0 means no terminal.
            ("7 (bash) S 1 7 7 1026 7", 2), ("7 (a) b) (c) S 1 7 7 1026 7", 2), ("7 (bash) S 1 7 7 34817 7", nil),
            ("7 (bash) S 1 7 7 1088 7", nil), ("7 (bash) S 1 7 7 0 -1", nil), ("7 (bash) S 1 7", nil), ("7 bash", nil),
            ("7 (bash) S 1 7 7 -1 7", nil), ("", nil),
        ] as [(String, Int?)])
    func theControllingTerminalIsBehindTheCommandsName(text: String, number: Int?) {
        #expect(TerminalFacts.number(inStat: text) == number)
    }

    @Test(
        arguments: [
            (NodeFacts.sample(), [44], true), (.sample(), [1000], false), (.sample(mode: 0o666), [], true),
            // The group's bits count for its members even if others have more rights.
            (.sample(mode: 0o606), [44], false), (.sample(mode: 0o640), [44], false),
            (.sample(mode: 0o600), [44], false),
        ] as [(NodeFacts, Set<UInt32>, Bool)])
    func aNodeAdmitsByItsBits(node: NodeFacts, groups: Set<UInt32>, admits: Bool) {
        #expect(node.admits(UserFacts(id: 1000, groups: groups)) == admits)
        #expect(node.admits(UserFacts(id: 0)))
    }

    @Test func aNodeIsWrittenAsPeopleKnowIt() {
        #expect(NodeFacts.sample(mode: 0o640).title == "root:video crw-r-----")
    }
}
