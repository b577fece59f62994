import ArgumentParser
import Glibc
import JSON
import Testing
import Varlink

@testable import ProgramKit
@testable import Screens
@testable import ScreensTool

struct SetCommandTests {
    private func parse(_ arguments: [String]) throws -> SetCommand {
        try #require(try ScreensCommand.parseAsRoot(["set"] + arguments) as? SetCommand)
    }

    /// A daemon that does what it is told, but the methods that fail.
    private func daemon(failing: Set<String> = [], _ screen: Screen = .lit("HDMI-A-1")) throws -> ScriptedDaemon {
        let screen = try Reply.with("screen", ScreenDocument(screen))
        return try ScriptedDaemon(
            .answers { call in
                let method = call.member ?? ""
                if failing.contains(method) {
                    return [Reply(VarlinkError("screens.Manager.Failed", ["message": "the driver refuses it"]))]
                }
                switch method {
                case "SetBrightness", "ConfirmMode": return [Reply()]
                case "Save": return [Reply(["file": "/etc/screens/saved.toml"])]
                default: return [screen]
                }
            })
    }

    @Test(arguments: [
        [], ["HDMI-A-1"], ["HDMI-A-1", "--mode", "huge"], ["HDMI-A-1", "--mode", "largest", "--confirm", "0"],
        ["HDMI-A-1", "--confirm", "5"], ["HDMI-A-1", "--mode", "largest", "--keep"], ["HDMI-A-1", "--rotate", "45"],
        ["HDMI-A-1", "--mode", "largest", "--confirm", "5", "--power", "off"], ["HDMI-A-1", "--overscan", "a"],
        ["HDMI-A-1", "--compensation", "scale"], ["HDMI-A-1", "--power", "maybe"], ["HDMI-A-1", "--color", "red"],
        ["HDMI-A-1", "--color", "#112233", "--pattern", "card"], ["HDMI-A-1", "--image", "-"],
        ["HDMI-A-1", "--image", ""], ["HDMI-A-1", "--image", "a.png", "--slides", "b"],
        ["HDMI-A-1", "--slides", "-"], ["HDMI-A-1", "--image", "a.png", "--interval", "5"],
        ["HDMI-A-1", "--slides", "a", "--interval", "0"], ["HDMI-A-1", "--slides", "a", "--fade", "nan"],
        ["HDMI-A-1", "--slides", "a", "--fade", "11"], ["HDMI-A-1", "--slides", "a", "--interval", "86401"],
        ["HDMI-A-1", "--pattern", "overscan"], ["HDMI-A-1", "--pattern", "card", "--content-mode", "fill"],
        ["HDMI-A-1", "--content-mode", "top-left", "--image", "a.png"], ["HDMI-A-1", "--content-mode", "fill"],
        ["HDMI-A-1", "--brightness", "101"], ["HDMI-A-1", "--brightness", "nan"], ["HDMI-A-1", "--set", "a"],
        ["HDMI-A-1", "--set", "a=1", "--set", "a=2"], ["HDMI-A-1", "DP-1", "--save"],
    ])
    func whatMakesNoSenseIsWrongUsage(arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try ScreensCommand.parseAsRoot(["set"] + arguments) }
        if let error { #expect(ScreensCommand.exitCode(for: error).rawValue == 64) }
    }

    @Test func theModeIsLastAndHowThePictureLiesFirst() async throws {
        let daemon = try daemon()
        let command = try parse([
            "HDMI-A-1", "--mode", "1920x1080@60", "--power", "on", "--brightness", "40", "--save", "--color", "#112233",
            "--rotate", "90", "--overscan", "5%", "--compensation", "none", "--set", "max bpc=8", "--socket",
            daemon.path,
        ])
        try await command.run()
        let screen: [String: JSONValue] = ["screen": "HDMI-A-1"]
        let expected: [(String, [String: JSONValue])] = [
            ("SetProperty", ["name": "max bpc", "value": "8"]),
            ("SetOverscan", ["overscan": "5%", "compensation": "none"]),
            ("SetRotation", ["degrees": 90]),
            ("SetContent", ["content": ["color": "#112233"]]), ("SetPower", ["power": "on"]),
            ("SetBrightness", ["percent": 40]), ("SetMode", ["mode": "1920x1080@60"]),
        ]
        let calls = expected.map { Call("screens.Manager.\($0)", $1.merging(screen) { $1 }) }
        #expect(daemon.calls == calls + [Call("screens.Manager.Save")])
    }

    @Test func aScreenIsSwitchedOffWhenNothingIsLeftToBeDone() throws {
        let wishes = try parse(["DP-1", "--power", "off", "--mode", "largest", "--save"]).wishes(nil)
        #expect(wishes.steps == [.mode("largest", confirmSeconds: nil), .power(.off), .save])
    }

    @Test func rotationAndReflectionAreLeftWhereNotSaid() throws {
        let stories: [([String], SetStep)] = [
            (["--reflect"], .rotation(degrees: nil, mirrored: true)),
            (["--no-reflect"], .rotation(degrees: nil, mirrored: false)),
            (["--rotate", "0"], .rotation(degrees: 0, mirrored: nil)),
        ]
        for (arguments, step) in stories {
            #expect(try parse(["DP-1"] + arguments).wishes(nil).steps == [step])
        }
    }

    @Test func theFirstFailureEndsItAndSaysWhatWasDone() async throws {
        let daemon = try daemon(failing: ["SetPower"])
        let command = try parse([
            "HDMI-A-1", "--mode", "largest", "--power", "on", "--color", "#112233", "--rotate", "0", "--socket",
            daemon.path,
        ])
        let failure = await #expect(throws: Failure.self) { try await command.run() }
        #expect(failure?.status == .unavailable)
        #expect(failure?.message == "the driver refuses it (done before that: rotation, content)")
        #expect(daemon.calls.compactMap(\.member) == ["SetRotation", "SetContent", "SetPower"])
    }

    @Test(
        arguments: [
            (TerminalQuestion.Answer.yes, ["SetMode", "ConfirmMode", "Save"], nil),
            (.no, ["SetMode"], Int32(69)), (.silence, ["SetMode"], 69),
        ] as [(TerminalQuestion.Answer, [String], Int32?)])
    func aModeIsKeptOnlyWhereSomebodySaysSo(answer: TerminalQuestion.Answer, calls: [String], status: Int32?) throws {
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
            try run.run([.mode("largest", confirmSeconds: 15), .save])
        } catch {
            failure = error
        }
        #expect(failure?.status.rawValue == status)
        #expect(daemon.calls.compactMap(\.member) == calls)
        #expect(daemon.calls.first?.parameters["confirmSeconds"] == 15)
        #expect(asked.map(\.1) == [15])
        #expect(asked.first?.0.contains("1920x1080@60.000") == true)
    }

    @Test func whereNobodyCanBeAskedItSaysHowToConfirm() throws {
        let daemon = try daemon()
        var said: [String] = []
        let run = SetRun(screen: "HDMI-A-1", daemon: try daemon.connection(), ask: nil) { said.append($0) }
        try run.run([.mode("largest", confirmSeconds: 15)])
        #expect(daemon.calls.compactMap(\.member) == ["SetMode"])
        #expect(said.count == 1 && said[0].contains("screens set HDMI-A-1 --keep"))
    }

    @Test func aScreenThatStaysDarkIsTold() throws {
        let dark = Screen.dark("HDMI-A-1", DarkState(.modesetFailed, message: "the driver refuses its modes"))
        var said: [String] = []
        for steps in [[SetStep.power(.on)], [.power(.off)]] {
            let daemon = try daemon(dark)
            try SetRun(screen: "HDMI-A-1", daemon: try daemon.connection(), ask: nil) { said.append($0) }.run(steps)
        }
        #expect(said == ["HDMI-A-1 shows nothing: the driver refuses its modes"])
    }

    @Test func filesAreNamedAsTheDaemonSeesThem() throws {
        let here = String(cString: try #require(getcwd(nil, 0)))
        let document = try parse(["DP-1", "--image", "Package.swift", "--color", "#000000", "--content-mode", "fill"])
            .content.document()
        #expect(document?.image == "\(here)/Package.swift")
        #expect(document?.background == "#000000")
        #expect(document?.color == nil)
        #expect(document?.fit == "fill")
        let slides = try parse(["DP-1", "--slides", "/tmp", "--interval", "20", "--fade", "0.5"]).content.document()
        #expect(slides?.slides == "/tmp")
        #expect(slides?.intervalSeconds == 20)
        #expect(slides?.fadeSeconds == 0.5)
        let missing = try parse(["DP-1", "--image", "/nonexistent.png"])
        let failure = #expect(throws: Failure.self) { try missing.content.document() }
        #expect(failure?.status == .noInput)
    }

    @Test(
        arguments: [
            (["--brightness", "40"], 40), (["--brightness", "40", "--save"], nil), (["--power", "on"], nil),
            (["--brightness", "40", "--color", "#112233"], nil),
        ] as [([String], Double?)])
    func brightnessAloneNeedsNoDaemon(arguments: [String], percent: Double?) throws {
        let command = try parse(["eDP-1"] + arguments)
        #expect(try command.wishes(command.content.document()).brightnessAlone == percent)
    }

    @Test func withoutADaemonItSaysHowToStartOne() async throws {
        let command = try parse(["DP-1", "--power", "on", "--socket", "/nonexistent"])
        let failure = await #expect(throws: Failure.self) { try await command.run() }
        #expect(failure?.status == .unavailable)
        #expect(failure?.message.contains("systemctl start screensd") == true)
    }
}
