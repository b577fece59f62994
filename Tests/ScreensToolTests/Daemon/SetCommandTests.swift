import ArgumentParser
import Glibc
import ScreensJSON
import ScreensVarlink
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensLinux
@testable import ScreensManager
@testable import ScreensTool

struct SetCommandTests {
    private func parse(_ arguments: [String]) throws -> SetCommand {
        try #require(try ScreensCommand.parseAsRoot(["set"] + arguments) as? SetCommand)
    }

    /// A daemon that succeeds in all methods except the named ones.
    private func daemon(
        failing: Set<String> = [], _ screen: Screen = .lit("HDMI-A-1"),
        _ outcome: SetDocument.Outcome = .set, _ deviations: [SetDocument.Deviation] = []
    ) throws -> ScriptedDaemon {
        let document = SetDocument(screen: ScreenDocument(screen), outcome: outcome, deviations: deviations)
        let set = Reply(try JSONValue(document: document).object ?? [:])
        let screen = try Reply.with("screen", ScreenDocument(screen))
        return try ScriptedDaemon(
            .answers { call in
                let method = call.member ?? ""
                if failing.contains(method) {
                    return [Reply(VarlinkError("screens.Manager.Failed", ["message": "the driver refuses it"]))]
                }
                switch method {
                case "Confirm": return [Reply()]
                case "Set" where call.parameters["save"] == true:
                    return [Reply(set.parameters.merging(["saving": ["file": "/etc/screens/saved.toml"]]) { $1 })]
                case "Set": return [set]
                case "Save": return [Reply(["file": "/etc/screens/saved.toml"])]
                default: return [screen]
                }
            })
    }

    @Test(arguments: [
        [], ["HDMI-A-1", "--mode", "huge"], ["HDMI-A-1", "--mode", "largest", "--confirm", "0"],
        ["HDMI-A-1", "--mode", "largest", "--keep"], ["HDMI-A-1", "--rotate", "45"],
        ["HDMI-A-1", "--mode", "largest", "--confirm", "5", "--power", "off"], ["HDMI-A-1", "--overscan", "a"],
        ["HDMI-A-1", "--compensation", "glue"], ["HDMI-A-1", "--power", "maybe"], ["HDMI-A-1", "--color", "red"],
        ["HDMI-A-1", "--color", "#112233", "--pattern", "card"], ["HDMI-A-1", "--image", "-"],
        ["HDMI-A-1", "--image", ""], ["HDMI-A-1", "--image", "a.png", "--slides", "b"],
        ["HDMI-A-1", "--slides", "-"], ["HDMI-A-1", "--image", "a.png", "--interval", "5 s"],
        ["HDMI-A-1", "--slides", "a", "--interval", "0 s"], ["HDMI-A-1", "--slides", "a", "--fade", "nan"],
        ["HDMI-A-1", "--slides", "a", "--fade", "11 s"], ["HDMI-A-1", "--slides", "a", "--interval", "31 d"],
        ["HDMI-A-1", "--pattern", "overscan"], ["HDMI-A-1", "--pattern", "card", "--fit", "fill"],
        ["HDMI-A-1", "--fit", "topLeft", "--image", "a.png"], ["HDMI-A-1", "--fit", "fill"],
        ["HDMI-A-1", "--brightness", "101"], ["HDMI-A-1", "--brightness", "nan"], ["HDMI-A-1", "--properties", "a"],
        ["HDMI-A-1", "--properties", "max bpc=8", "--properties", "max bpc=9"], ["HDMI-A-1", "DP-1", "--save"],
        ["HDMI-A-1", "--rotate", "90", "--rotate", "180"], ["HDMI-A-1", "--content", "none", "--color", "#112233"],
        ["HDMI-A-1", "--reset", "colour"], ["HDMI-A-1", "--reset", "dim", "--dim", "5"], ["HDMI-A-1", "--reflect"],
    ])
    func contradictoryOptionsAreWrongUsage(arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try ScreensCommand.parseAsRoot(["set"] + arguments) }
        if let error { #expect(ScreensCommand.exitCode(for: error).rawValue == 64) }
    }

    @Test(
        arguments: [
            ([], "no setting is given"), (["--confirm", "5"], "no setting is given"),
            (["--keep", "--json"], "--json needs a setting"),
            (["--reset", "dim", "--confirm", "5"], "--confirm needs a setting"),
        ] as [([String], String)])
    func withoutASettingItIsWrongUsage(arguments: [String], message: String) async throws {
        let command = try parse(["HDMI-A-1"] + arguments)
        let failure = await #expect(throws: Failure.self) { try await command.run() }
        #expect(failure?.status == .usage && failure?.message.hasPrefix(message) == true)
    }

    @Test(
        arguments: [
            (["--mdoe", "1080p"], "Unknown option '--mdoe'. Did you mean '--mode'?"),
            (["mode=1080p"], "Unexpected argument 'mode=1080p'"),
        ])
    func anOptionThatThereIsNotIsNamedBeforeAMissingSetting(arguments: [String], message: String) async throws {
        let error = await #expect(throws: (any Error).self) {
            _ = try await ScreensCommand.asyncParseAsRoot(["set", "HDMI-A-1"] + arguments)
        }
        #expect(ScreensCommand.message(for: try #require(error)) == message)
    }

    @Test func allSettingsAreOneCall() async throws {
        let daemon = try daemon()
        let command = try parse([
            "HDMI-A-1", "--mode", "1920x1080@60", "--power", "on", "--brightness", "40", "--save", "--color", "#112233",
            "--rotate", "90", "--overscan", "5%", "--compensation", "none", "--properties", "max bpc=8",
            "--color-temperature=5000", "--gamma", "1.5", "--dim", "10", "--mirror", "none", "--idle", "10 min",
            "--format", "rgb565", "--frame-interval", "2", "--reflect", "true", "--socket", daemon.path,
        ])
        try await command.run()
        let settings: JSONValue = [
            "mode": "1920x1080@60.000", "power": "on", "brightness": 40.0, "content": ["color": "#112233"],
            "rotate": 90,
            "overscan": "5%", "compensation": "none", "properties": ["max bpc": "8"], "colorTemperature": 5000,
            "gamma": 1.5, "dim": 10.0, "mirror": "none", "idle": "10 min", "format": "rgb565", "frameInterval": 2,
            "reflect": true,
        ]
        #expect(daemon.calls.count == 1)
        #expect(daemon.calls.first?.member == "Set")
        #expect(daemon.calls.first?.parameters["screen"] == "HDMI-A-1")
        let sent = daemon.calls.first?.parameters["settings"]?.object ?? [:]
        for (key, value) in settings.object ?? [:] where key != "mode" {
            #expect(sent[key]?.description == value.description)
        }
        #expect(sent["mode"]?.string?.hasPrefix("1920x1080@60") == true)
        #expect(sent.count == settings.object?.count)
        #expect(daemon.calls.first?.parameters["save"] == true)
    }

    @Test func adoptionResetsSettingsAndSaveAreOneCall() async throws {
        let daemon = try daemon()
        let command = try parse([
            "HDMI-A-1", "--adopt", "DEL DELL U2410 1", "--reset", "power", "--reset", "color-temperature", "--dim", "5",
            "--save", "--socket", daemon.path,
        ])
        try await command.run()
        #expect(daemon.calls.compactMap(\.member) == ["Set"])
        let sent = daemon.calls.first?.parameters
        #expect(sent?["adopt"] == "DEL DELL U2410 1" && sent?["reset"] == ["power", "colorTemperature"])
        #expect(sent?["settings"]?["dim"]?.description == "5" && sent?["save"] == true)
    }

    @Test func everySettingHasItsOptionAndItsHelp() {
        let help = ScreensCommand.helpMessage(for: SetCommand.self, columns: 200)
        for option in SettingTable.options {
            #expect(help.contains("--\(option.name) <\(option.valueName)>"), "\(option.name)")
        }
    }

    @Test func settingsAreReset() async throws {
        let daemon = try daemon()
        let command = try parse([
            "HDMI-A-1", "--reset", "power", "--reset", "color-temperature", "--socket", daemon.path,
        ])
        try await command.run()
        #expect(daemon.calls.compactMap(\.member) == ["Set"])
        #expect(daemon.calls.first?.parameters["settings"] == [:])
        #expect(daemon.calls.first?.parameters["reset"] == ["power", "colorTemperature"])
    }

    @Test func aFailureIsReported() async throws {
        let daemon = try daemon(failing: ["Set"])
        let command = try parse(["HDMI-A-1", "--mode", "largest", "--save", "--socket", daemon.path])
        let failure = await #expect(throws: Failure.self) { try await command.run() }
        #expect(failure?.status == .unavailable)
        #expect(failure?.message == "the driver refuses it")
        #expect(daemon.calls.compactMap(\.member) == ["Set"])
    }

    @Test(
        arguments: [
            (TerminalQuestion.Answer.yes, ["Set", "Confirm", "Save"], nil),
            (.no, ["Set", "Revert"], Int32(69)), (.silence, ["Set"], 69),
        ] as [(TerminalQuestion.Answer, [String], Int32?)])
    func settingsAreKeptOnlyIfTheyAreConfirmed(
        answer: TerminalQuestion.Answer, calls: [String], status: Int32?
    ) throws {
        let daemon = try daemon()
        let connection = try daemon.connection()
        var asked: [(String, Int)] = []
        let run = SetRun(
            screen: "HDMI-A-1", daemon: connection,
            ask: { text, seconds in
                asked.append((text, seconds))
                return answer
            }, say: { _ in })
        var failure: Failure?
        do {
            try run.run(
                try request(confirming: 15, saving: true) {
                    $0.mode = .largest
                    $0.gamma = 2
                })
        } catch let error as Failure {
            failure = error
        }
        #expect(failure?.status.rawValue == status)
        #expect(daemon.calls.compactMap(\.member) == calls)
        #expect(daemon.calls.first?.parameters["confirmSeconds"] == 15)
        #expect(asked.map(\.1) == [15])
        #expect(asked.map(\.0) == ["HDMI-A-1 is set to 1920x1080@60.000, gamma = 2 for 15 s. Keep it? [y/N] "])
    }

    @Test(arguments: [TerminalQuestion.Answer.no, .silence, .yes])
    func theReplyIsReportedThoughItIsNotConfirmedOrNotSaved(answer: TerminalQuestion.Answer) throws {
        let daemon = try daemon(failing: ["Save"])
        var replies: [SetDocument] = []
        let run = SetRun(
            screen: "HDMI-A-1", daemon: try daemon.connection(), ask: { _, _ in answer },
            report: { replies.append($0) },
            say: { _ in })
        #expect(throws: Failure.self) { try run.run(try request(confirming: 15, saving: true) { $0.mode = .largest }) }
        #expect(replies.map(\.outcome) == [.set])
    }

    @Test(
        arguments: [
            (["gamma": 1.4], "; gamma = 1.4 of HDMI-A-1 is not saved, and holds until the daemon ends"),
            (
                ["gamma": 1.4, "dim": 5],
                "; gamma = 1.4, dim = 5 of HDMI-A-1 are not saved, and hold until the daemon ends"
            ), ([:], "; what was set at run time is not saved, and holds until the daemon ends"),
        ] as [(JSONValue, String)])
    func aFailedSaveNamesTheSettingsThatHold(_ settings: JSONValue, _ end: String) throws {
        let daemon = try daemon(failing: ["Save"])
        let run = SetRun(
            screen: "HDMI-A-1", daemon: try daemon.connection(), ask: { _, _ in .yes }, say: { _ in })
        // The call that sets settings also saves them, unless they are a trial.
        let seconds = settings == [:] ? nil : 15
        let request = SetRequest(
            overrides: try ScreenOverrides(call: settings), confirmSeconds: seconds, saves: true)
        let failure = #expect(throws: Failure.self) { try run.run(request) }
        #expect(failure?.message == "the driver refuses it" + end)
        #expect(failure?.status == .unavailable)
    }

    private func request(
        confirming seconds: Int? = nil, saving: Bool = false, _ body: (inout ScreenOverrides) -> Void
    ) throws -> SetRequest {
        var request = SetRequest(confirmSeconds: seconds, saves: saving)
        body(&request.overrides)
        return request
    }

    @Test func withoutATerminalItPrintsHowToConfirm() throws {
        let daemon = try daemon()
        var said: [String] = []
        let run = SetRun(screen: "HDMI-A-1", daemon: try daemon.connection(), ask: nil) { said.append($0) }
        try run.run(try request(confirming: 15) { $0.mode = .largest })
        #expect(daemon.calls.compactMap(\.member) == ["Set"])
        #expect(said.count == 1 && said[0].contains("screens set HDMI-A-1 --keep"))
    }

    @Test func aScreenThatStaysDarkIsReported() throws {
        let dark = Screen.dark("HDMI-A-1", DarkState(.modesetFailed, message: "the driver refuses its modes"))
        var said: [String] = []
        for power in [PowerPlan.on, .off] {
            let daemon = try daemon(dark)
            try SetRun(screen: "HDMI-A-1", daemon: try daemon.connection(), ask: nil) { said.append($0) }
                .run(try request { $0.power = power })
        }
        #expect(said == ["set; HDMI-A-1 shows nothing now: the driver refuses its modes"])
    }

    @Test func settingsThatTheDisplayDoesNotFollowAreReported() throws {
        let deviations = [
            SetDocument.Deviation(key: "mode", instead: "800x600@60.000", message: "HDMI-A-1: it shows 800x600@60.000"),
            SetDocument.Deviation(key: "gamma", instead: nil, message: "HDMI-A-1: no colours"),
            SetDocument.Deviation(key: "colorTemperature", instead: nil, message: "HDMI-A-1: no colours"),
        ]
        let daemon = try daemon(.lit("HDMI-A-1"), .setOtherwise, deviations)
        var said: [String] = []
        var result: SetDocument?
        let run = SetRun(
            screen: "HDMI-A-1", daemon: try daemon.connection(), ask: nil, report: { result = $0 },
            say: { said.append($0) })
        try run.run(try request { $0.gamma = 2 })
        #expect(said == deviations.prefix(2).map(\.message))
        #expect(result?.outcome == .setOtherwise && result?.deviations == deviations)
        let json = try JSONValue(document: try #require(result))
        #expect(json["outcome"] == "setOtherwise" && json["screen"]?["name"] == "HDMI-A-1")
        #expect(json["deviations"]?.array?.first?["instead"] == "800x600@60.000")
        #expect(json["deviations"]?.array?.last?["instead"] == .null)
    }

    @Test func filesAreNamedAsTheDaemonSeesThem() throws {
        let folder = try #require(getcwd(nil, 0))
        defer { free(folder) }
        let here = String(cString: folder)
        let picture = try parse(["DP-1", "--image", "Package.swift", "--background", "#000000", "--fit", "fill"])
        #expect(
            try picture.request.overrides.content
                == .image(.init(mode: .fill, background: .black), path: "\(here)/Package.swift"))
        let slides = try parse(["DP-1", "--slides", "/tmp", "--interval", "20 s", "--fade", "500 ms"])
        let show = ContentSetting.SlideShow(
            folder: "/tmp",
            ContentPace(interval: TimeLength(milliseconds: 20_000), fade: TimeLength(milliseconds: 500)))
        #expect(try slides.request.overrides.content == .slides(.init(), show))
        for arguments in [["--image", "/nonexistent.png"], ["--image", "/tmp"], ["--slides", "/etc/passwd"]] {
            let missing = try parse(["DP-1"] + arguments)
            let failure = #expect(throws: Failure.self) { try missing.settings.checkFiles() }
            #expect(failure?.status == .noInput)
        }
    }

    @Test(
        arguments: [
            (["--brightness", "40"], 40), (["--brightness", "40", "--save"], nil), (["--power", "on"], nil),
            (["--brightness", "40", "--color", "#112233"], nil), (["--brightness", "40", "--reset", "dim"], nil),
        ] as [([String], Double?)])
    func brightnessAloneNeedsNoDaemon(arguments: [String], percent: Double?) throws {
        #expect(try parse(["eDP-1"] + arguments).request.brightnessAlone == percent)
    }

    @Test func withoutADaemonItSaysHowToStartOne() async throws {
        let command = try parse(["DP-1", "--power", "on", "--socket", "/nonexistent"])
        let failure = await #expect(throws: Failure.self) { try await command.run() }
        #expect(failure?.status == .unavailable)
        #expect(failure?.message.contains("systemctl start screensd") == true)
    }
}
