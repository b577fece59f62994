import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensManager
@testable import ScreensReports
@testable import ScreensTool

/// The lists for a person: from a probe, from sysfs alone, or from a daemon that does not hold the cards.
struct ReadingTests {
    private func connector(
        _ name: String, _ status: String, edid: [UInt8] = [], isEnabled: Bool = false
    ) -> SysfsCard.Connector {
        SysfsCard.Connector(name: name, number: 42, isEnabled: isEnabled, status: status, edid: edid, modes: ["64x64"])
    }

    @Test func sysfsAndTheEDIDGiveAScreenWithItsModes() throws {
        let state = CardState(SysfsCard(connectors: [connector("HDMI-A-1", "connected", edid: SampleEDID.television)]))
        let screen = try #require(state.connectors.first)
        #expect(screen.id.rawValue == 42 && screen.hasScreen && !state.isFresh)
        #expect(screen.identity != nil && screen.edid == SampleEDID.television)
        let display = try KnownDisplay(decoding: SampleEDID.television)
        let preferred = try #require(display.description.preferredTiming?.timing)
        let mode = try #require(screen.modes.first)
        #expect(mode.isPreferred && mode.width == preferred.width && mode.clockKilohertz == preferred.pixelClock)
        #expect(screen.modes.count > 1 && screen.modes.filter(\.isPreferred).count == 1)
        #expect(screen.modes.map(\.id) == Array(screen.modes.indices))
        #expect(Set(screen.modes.map(\.timings)).count == screen.modes.count)
    }

    @Test func sysfsNamesTheKindsOfConnectors() {
        let names = ["eDP-1", "DP-1", "Writeback-1", "Composite-1", "HDMI-A-1"]
        let connectors = CardState(SysfsCard(connectors: names.map { connector($0, "unknown") })).connectors
        #expect(connectors.map(\.role) == [.internal, .external, .external, .external, .external])
        #expect(connectors.map(\.kind) == [.display, .display, .writeback, .display, .display])
        #expect(connectors.map(\.isTelevisionOutput) == [false, false, false, true, false])
        #expect(connectors.allSatisfy { $0.status == .unknown && $0.modes.isEmpty })
    }

    @Test func bytesThatAreNotAnEDIDHaveNoModes() {
        let broken = connector("HDMI-A-1", "connected", edid: Array("not one".utf8))
        let state = CardState(SysfsCard(connectors: [broken])).connectors[0]
        #expect(state.status == .connected && state.modes.isEmpty && state.identity == nil)
    }

    @Test func theOptionMakesSysfsTheSourceAndLeavesTheDaemonAlone() throws {
        let probing = try #require(try ScreensCommand.parseAsRoot(["list"]) as? ListCommand)
        #expect(probing.reading.mayAskDaemon)
        #expect(try probing.reading.settings().reading == .probed)
        for arguments in [["list"], ["modes", "DP-1"], ["info", "DP-1"]] {
            let command = try ScreensCommand.parseAsRoot(arguments + ["--no-probe", "--json"])
            let reading =
                (command as? ListCommand)?.reading ?? (command as? ModesCommand)?.reading
                ?? (command as? InfoCommand)?.reading
            #expect(reading?.mayAskDaemon == false)
            #expect(try reading?.settings().reading == .sysfs)
        }
        let regardless = try #require(try ScreensCommand.parseAsRoot(["list", "--probe"]) as? ListCommand)
        #expect(try regardless.reading.mayAskDaemon && regardless.reading.settings().reading == .probedRegardless)
    }

    @Test(arguments: [("nvidia", true), ("i915", true), ("nvidia-drm", false)])
    func theSourceOfAScreenIsSysfsIfItsCardWasNotOpened(_ driver: String, _ isFromSysfs: Bool) {
        let screen = Screen.lit("DP-1")
        let card = Card(
            path: screen.card, driver: driver, problem: nil, master: nil, isFromSysfs: isFromSysfs)
        let inspection = Inspection(connectors: [screen], cards: [card])
        #expect(inspection.source(of: screen) == (isFromSysfs ? "sysfs" : nil))
        #expect(card.isLeftClosed == (isFromSysfs && driver == "nvidia"))
    }

    @Test(arguments: [
        ["list", "--no-probe", "--simulate", "640x480@60"], ["list", "--no-probe", "--socket", "/run/x"],
        ["modes", "DP-1", "--no-probe", "--socket", "/run/x"], ["info", "DP-1", "--no-probe", "--probe"],
        ["doctor", "--probe", "--simulate", "FILE.json"],
        ["check", "--require", "atomic", "--probe", "--simulate", "640x480@60"],
    ])
    func aSourceThatWouldNotBeReadIsWrongUsage(_ arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try ScreensCommand.parseAsRoot(arguments) }
        if let error { #expect(ScreensCommand.exitCode(for: error).rawValue == 64) }
    }

    @Test func theSourceIsAKeyOnlyIfItIsNotTheCard() throws {
        let screen = Screen.lit("DP-1")
        #expect(!(try JSONLine.encode([ScreenDocument(screen)])).contains("source"))
        #expect(try JSONLine.encode([ScreenDocument(screen, from: "sysfs")]).contains(#""source":"sysfs""#))
        #expect(!(try JSONLine.encode(ModeDocument.all(of: screen))).contains("source"))
        #expect(try JSONLine.encode(ModeDocument.all(of: screen, from: "edid")).contains(#""source":"edid""#))
    }

    /// A DSI panel has a mode, but no EDID.
    @Test(arguments: [
        ([], ""), (["800x480"], "; sysfs has the sizes alone: 800x480"),
        (["1920x1080", "1920x1080", "1280x720"], "; sysfs has the sizes alone: 1920x1080, 1280x720"),
    ])
    func withoutAnEDIDTheSizesInSysfsAreNamed(_ modes: [String], _ end: String) {
        #expect(
            ModesCommand.reasonWithoutEDID(modes: modes)
                == "its display has sent no EDID, and its card was not opened\(end)")
    }

    /// The problems of the cards; nil for a card without a problem.
    @Test(
        arguments: [
            ([], true), ([.cardLost], true), ([.cardLost, .noCard], true), ([nil], false), ([.cardLost, nil], false),
            ([.permissionDenied], false), ([.cardLost, .busy], false),
        ] as [([ScreenError.Code?], Bool)])
    func theAnswersOfEachShowWhetherACardIsThere(_ problems: [ScreenError.Code?], _ isNone: Bool) {
        let cards = problems.map { code in
            Card.sample("/dev/dri/card1", code.map { ScreenError($0, operation: "open", object: "card1") })
        }
        #expect(Inspection(connectors: [], cards: cards).hasNoCard == isNone)
    }

    @Test func noScreensAreAnEmptyArray() throws {
        #expect(try JSONLine.encode([ScreenDocument]()) == "[]\n")
    }

    /// The names in the list of a daemon, in which `?` marks a stale screen, and `*` a built-in one.
    @Test(arguments: [
        // A probe finds another screen on a card that the daemon does not hold; it cannot read the last one.
        (
            ["0/DP-1", "1/DP-2?", "2/DP-4?"], ["0/DP-1?", "1/DP-2", "1/DP-3"], [1],
            ["0/DP-1", "1/DP-2", "1/DP-3", "2/DP-4?"]
        ),
        // The display was disconnected.
        (["0/DP-1", "1/DP-2?"], [], [1], ["0/DP-1"]),
        // The first display of the card was connected.
        (["0/DP-1", "10/DP-1"], ["2/DP-2"], [2], ["0/DP-1", "2/DP-2", "10/DP-1"]),
        (["0/DP-1"], ["0/DP-1?", "1/eDP-1*"], [1], ["1/eDP-1*", "0/DP-1"]),
        (["0/eDP-1*", "1/eDP-1*?", "0/DP-1"], ["1/DP-9", "1/DP-1"], [1], ["0/eDP-1*", "0/DP-1", "1/DP-9", "1/DP-1"]),
        (["0/DP-1"], ["0/DP-1?"], [], ["0/DP-1"]),
    ])
    func aDaemonsScreensAreReplacedOnTheCardsThatWereProbed(
        _ known: [String], _ own: [String], _ cards: [Int], _ expected: [String]
    ) {
        func screens(_ names: [String]) -> [ScreenDocument] {
            names.map { text in
                let parts = text.filter { $0 != "?" && $0 != "*" }.split(separator: "/")
                return ScreenDocument(
                    .sample(
                        String(parts[1]), card: "/dev/dri/card\(parts[0])",
                        role: text.contains("*") ? .internal : .external, isStale: text.contains("?")))
            }
        }
        let found = Inspection.freshened(screens(known), by: screens(own), on: Set(cards.map { "/dev/dri/card\($0)" }))
        #expect(found == screens(expected))
    }
}
