import ArgumentParser
import Screens
import ScreensConfiguration
import Testing

@testable import ScreensManager
@testable import ScreensTool

struct ShowCommandTests {
    private static let manyNames: String = (0...64).map { "DP-\($0)" }.joined(separator: ":")

    @Test(arguments: [
        ["--frames", "0"], ["--frames", "1", "--duration", "1"], ["--duration", "0"], ["--duration", "nan"],
        ["--duration", "-1"], ["--frame-interval", "0"], ["--mode", "large"], ["--mode", "1920x"],
        ["--color", "blue"], ["--color", "#12345"], ["--pattern", "stripes"],
        ["--color", "#000000", "--pattern", "bars"],
        ["--simulate", "wide"], ["--simulate", "HDMI-A-1"], ["--snapshot", "-", "--stats"], ["--snapshot", ""],
        ["--buffers", "1"], ["--buffers", "4"], ["--schedule", "soon"], ["--bogus"],
        ["--image", ""], ["--image", "a.png", "--pattern", "bars"], ["--fit", "fit"],
        ["--image", "a.png", "--fit", "tile"],
        ["--properties", "max bpc"], ["--properties", "=8"], ["--properties", "link-status=Bad"],
        ["--properties", "HDR_OUTPUT_METADATA=bright"],
        ["--properties", "max bpc=8", "--properties", "max bpc=10"], ["--gamma", "0"], ["--gamma", "nan"],
        ["--gamma", "11"],
        ["--color-temperature", "999"], ["--color-temperature", "10001"], ["--dim", "-1"], ["--dim", "101"],
        ["--wall", ""], ["--wall", ","], ["--wall", "DP-1,"], ["--wall", "DP-1:"], ["--wall", "DP-1,DP-1"],
        ["--wall", "DP-1:card0/DP-1"], ["--wall", "DP-1,DP-2", "--wall", "DP-3,DP-2"], ["--bezel", "40"],
        ["--wall", "DP-1,DP-2", "--mirror", "DP-1"], ["--wall", "DP-1,DP-2", "--mirror", "DP-3"],
        ["--wall", "DP-1,DP-2", "--pattern", "overscan"], ["--wall", "DP-1,DP-2", "--bezel", "-1"],
        ["--wall", "DP-1,DP-2", "--bezel", "4097"], ["--wall", "DP-1,DP-2", "--bezel", "1,2,3"],
        ["--wall", "DP-1,DP-2", "--bezel", "1,"], ["--wall", "DP-1,DP-2", "--bezel", "+1"],
        ["--wall", "DP-1,DP-2", "--bezel", "99999999999999999999"],
        ["--wall", Self.manyNames],
    ])
    func contradictionsAreWrongUsage(arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try ScreensCommand.parseAsRoot(["show"] + arguments) }
        if let error { #expect(ScreensCommand.exitCode(for: error).rawValue == 64) }
    }

    @Test(
        arguments: [
            (
                ["--wall", "DP-1,DP-1"],
                "--wall: cannot make a wall with 'DP-1' twice; a screen has one place; if two cards have a connector "
                    + "of that name, name the card too"
            ),
            (
                ["--wall", "DP-1,,DP-2"],
                "--wall: cannot make a wall with an empty row or name; each row has at least one screen, and each "
                    + "screen has a name"
            ),
            (
                ["--wall", "DP-1,DP-2", "--wall", "DP-3,DP-2"],
                "--wall: cannot make a wall with 'DP-2', which is in another wall; a screen can be in one wall only"
            ),
        ])
    func aWallThatCannotBeMadeNamesItsOption(arguments: [String], message: String) throws {
        let error = try #require(throws: (any Error).self) { try ScreensCommand.parseAsRoot(["show"] + arguments) }
        #expect(ScreensCommand.message(for: error) == message)
    }

    @Test(
        arguments: [
            ([], nil, []),
            (["--simulate"], SimulationSpec.standard, []),
            (["--simulate", "640x480@50"], "640x480@50", []),
            (["--simulate", "--frames", "1"], SimulationSpec.standard, []),
            (["--frames", "1", "--simulate", "640x480,800x600", "Virtual-1"], "640x480,800x600", ["Virtual-1"]),
            (["HDMI-A-1", "--simulate=640x480"], "640x480", ["HDMI-A-1"]),
        ] as [([String], String?, [String])])
    func simulateTakesAValueOrNone(arguments: [String], spec: String?, screens: [String]) throws {
        let command = try #require(try ScreensCommand.parseAsRoot(["show"] + arguments) as? ShowCommand)
        #expect(command.showing.simulate == spec)
        #expect(command.screens == screens)
    }

    @Test(
        arguments: [
            ("fit", .fit), ("fill", .fill), ("stretch", .stretch), ("center", .center), ("bottom-right", .bottomRight),
        ] as [(String, ContentMode)])
    func contentModesHaveNames(name: String, mode: ContentMode) throws {
        let arguments = ["show", "--image", "a.png", "--fit", name]
        let command = try #require(try ScreensCommand.parseAsRoot(arguments) as? ShowCommand)
        #expect(command.fit == mode)
    }

    @Test func theOverscanPatternIsShownWithoutCompensationAndKnowsTheValues() throws {
        var plan = ShowPlan(picture: .label)
        plan.settings.overscan = Overscan(.pixels(7))
        #expect(plan.settings(for: .system).overscan == Overscan(.pixels(7)))
        plan.picture = .overscan
        #expect(plan.settings(for: .system).overscan == Overscan(.pixels(7), compensation: .none))
        // The value is not nil, which would leave the decision to the display's EDID.
        plan.settings.overscan = nil
        #expect(plan.settings(for: .system).overscan == Overscan(.pixels(0), compensation: .none))
    }

    @Test func colorsAndPropertiesReachTheSettings() throws {
        let command = try #require(
            try ScreensCommand.parseAsRoot([
                "show", "--properties", "Broadcast RGB=Full", "--properties", "HDR_OUTPUT_METADATA=pq:max=1000",
                "--gamma", "1.2",
                "--color-temperature", "3000", "--dim", "25",
            ]) as? ShowCommand)
        var plan = ShowPlan(picture: .label)
        command.sending.apply(to: &plan.settings)
        let settings = plan.settings(for: .system)
        #expect(settings.properties == ["Broadcast RGB": "Full", "HDR_OUTPUT_METADATA": "pq:max=1000"])
        #expect(settings.gamma == 1.2 && settings.colorTemperature == 3000 && settings.dimming == 0.25)
    }

    @Test(
        arguments: [
            (["--wall", "DP-1,DP-2"], [[["DP-1", "DP-2"]]], [0, 0]),
            (
                ["--wall", "DP-1,card1/DP-2:DP-3,DP-4", "--bezel", "40"],
                [[["DP-1", "card1/DP-2"], ["DP-3", "DP-4"]]], [40, 40]
            ),
            (
                ["--bezel", "40,30", "--wall", "DP-1:DP-2", "--wall", "DP-3"], [[["DP-1"], ["DP-2"]], [["DP-3"]]],
                [40, 30]
            ),
        ] as [([String], [[[String]]], [Int])])
    func aWallIsAGridOfNames(arguments: [String], rows: [[[String]]], gaps: [Int]) throws {
        let command = try #require(try ScreensCommand.parseAsRoot(["show"] + arguments) as? ShowCommand)
        let walls = try command.walls.videoWalls()
        #expect(walls.map(\.rows) == rows)
        #expect(walls.allSatisfy { [$0.columnGap, $0.rowGap] == gaps })
    }

    @Test func theScreensOfAWallAreDriven() throws {
        var plan = ShowPlan(picture: .label)
        plan.settings.walls = [try VideoWall(rows: [["DP-1", "DP-2"]])]
        #expect(plan.settings(for: .system).selection == .named(["DP-1", "DP-2"]))
        #expect(plan.settings(for: .system).walls == plan.settings.walls)
        plan.names = ["DP-3", "DP-2"]
        #expect(plan.settings(for: .system).selection == .named(["DP-3", "DP-1", "DP-2"]))
    }

    /// A setting has one name and one help in `show` and `set`.
    @Test func settingsAreExplainedAsInSet() throws {
        func words(_ help: String) -> String { help.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        let (show, set) = (
            words(ScreensCommand.helpMessage(for: ShowCommand.self)),
            words(ScreensCommand.helpMessage(for: SetCommand.self))
        )
        let names = [
            "mode", "rotate", "overscan", "compensation", "frame-interval", "format", "gamma", "color-temperature",
            "dim", "properties", "fit",
        ]
        for name in names {
            let help = words(try #require(SettingTable.option(name)).help)
            for text in [show, set] { #expect(text.contains("--\(name) <") && text.contains(help), "\(name)") }
        }
    }

    @Test func theHelpNamesEveryOptionAndExitCode() {
        let help = ScreensCommand.helpMessage(for: ShowCommand.self)
        for option in [
            "--mode", "--color", "--pattern", "--redraw", "--frame-interval", "--frames", "--duration", "--no-wait",
            "--simulate", "--snapshot", "--stats", "--pattern overscan", "--schedule", "--buffers", "--image",
            "--fit", "--properties", "--gamma", "--color-temperature", "--dim", "--wall", "--bezel",
        ] { #expect(help.contains(option)) }
        let root = ScreensCommand.helpMessage()
        for code in ["64", "66", "69", "75", "77"] { #expect(root.contains(code)) }
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func shellsCanCompleteIt(shell: String) {
        let script = CompletionShell(rawValue: shell).map { ScreensCommand.completionScript(for: $0) }
        #expect(script?.contains("frame-interval") == true)
        #expect(script?.contains("checker") == true && script?.contains("overscan") == true)
    }
}
