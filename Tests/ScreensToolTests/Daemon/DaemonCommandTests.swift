import ArgumentParser
import Glibc
import ScreensJSON
import ScreensVarlink
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensLinux
@testable import ScreensManager
@testable import ScreensTool

struct DaemonCommandTests {
    @Test(
        arguments: [
            (["reload"], "Reload", [:]), (["set", "DP-1", "--keep"], "Confirm", ["screen": "DP-1"]),
        ] as [([String], String, [String: JSONValue])])
    func aCommandIsOneCall(arguments: [String], method: String, parameters: [String: JSONValue]) async throws {
        let daemon = try ScriptedDaemon(.answers { _ in [Reply()] })
        var command = try ScreensCommand.parseAsRoot(arguments + ["--socket", daemon.path])
        if var command = command as? any AsyncParsableCommand { try await command.run() } else { try command.run() }
        #expect(daemon.calls == [Call("screens.Manager.\(method)", parameters)])
    }

    /// The list states which cards the daemon holds.
    @Test(
        arguments: [
            ([], [:]), (["--seconds", "30"], ["seconds": 30]), (["DP-1"], ["screen": "card1/DP-1"]),
            (["card1/DP-1", "--seconds", "5"], ["screen": "card1/DP-1", "seconds": 5]),
        ] as [([String], [String: JSONValue])])
    func theDaemonIdentifiesItsOwnScreens(arguments: [String], parameters: [String: JSONValue]) async throws {
        let screens = try Reply.with("screens", [ScreenDocument(.lit("DP-1"))])
        let daemon = try ScriptedDaemon(.answers { call in [call.member == "List" ? screens : Reply()] })
        let parsed = try await ScreensCommand.asyncParseAsRoot(["identify", "--socket", daemon.path] + arguments)
        var command = try #require(parsed as? any AsyncParsableCommand)
        try await command.run()
        #expect(
            daemon.calls == [
                Call("screens.Manager.List", ["all": true]), Call("screens.Manager.Identify", parameters),
            ])
    }

    /// Only the list of all connectors states which are stale.
    @Test(arguments: [["list", "--json"], ["modes", "DP-1", "--json"]])
    func withoutTheListOfAllConnectorsTheDaemonsAnswerStands(arguments: [String]) async throws {
        let screens = try Reply.with("screens", [ScreenDocument(.lit("DP-1"))])
        let modes = try Reply.with("modes", ModeDocument.all(of: .lit("DP-1")))
        let daemon = try ScriptedDaemon(
            .answers { call in
                let isRefused = call.parameters["all"] == true
                return [
                    isRefused ? Reply(VarlinkError("screens.Manager.Failed")) : call.member == "List" ? screens : modes
                ]
            })
        let parsed = try await ScreensCommand.asyncParseAsRoot(arguments + ["--socket", daemon.path])
        var command = try #require(parsed as? any AsyncParsableCommand)
        try await command.run()
        #expect(daemon.calls.count == 2)
    }

    @Test(arguments: [["identify"], ["reload"], ["save"], ["stats"]])
    func withoutADaemonItSaysHowToStartOne(arguments: [String]) async throws {
        let command = try ScreensCommand.parseAsRoot(arguments + ["--socket", "/nonexistent"])
        let failure = await #expect(throws: Failure.self) {
            if var command = command as? any AsyncParsableCommand { return try await command.run() }
            var command = command
            try command.run()
        }
        #expect(failure?.status == .unavailable)
    }

    @Test(arguments: [["stats", "--json", "--prometheus"], ["identify", "--seconds", "0"], ["reload", "now"]])
    func contradictoryOptionsAreWrongUsage(arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try ScreensCommand.parseAsRoot(arguments) }
        if let error { #expect(ScreensCommand.exitCode(for: error).rawValue == 64) }
    }

    @Test func aSnapshotOfTheDaemonIsWrittenAsItIs() async throws {
        let daemon = try ScriptedDaemon(.answers { _ in [Reply(["png": "iVBORw0KGgoBAgM="])] })
        let file = daemon.folder + "/picture.png"
        defer { unlink(file) }
        let parsed = try ScreensCommand.parseAsRoot(["snapshot", "DP-1", file, "--socket", daemon.path])
        let command = try #require(parsed as? SnapshotCommand)
        try await command.run()
        #expect(
            try InputFile.plainContent(of: file, limit: 100)
                == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
    }

    @Test func statisticsAreATableForPeople() throws {
        let mode = ScreenMode.sample(0, 1920, 1080)
        let statistics = ScreenStatistics(
            screen: Screen.sample("HDMI-A-1").id, name: "HDMI-A-1", card: "/dev/dri/card1", mode: mode,
            presented: 123_456, shownSince: .zero,
            missedFrames: MissedFrames(delegateLate: 1, kernelLate: 2, paused: 9), modesets: 2, stalls: 0,
            pacing: .vblank, schedule: .latest,
            layout: PictureLayout(
                bounds: Size(width: 1920, height: 1080), orientation: .upright, isRotatedByPlane: false,
                insets: EdgeInsets(top: 0, right: 0, bottom: 0, left: 0), compensation: .plane, format: .xrgb8888),
            drawingMemory: .shadow, margin: .nanoseconds(0),
            lateness: DurationSummary(
                p50: .nanoseconds(1), p99: .nanoseconds(120_000), max: .nanoseconds(3), buckets: []),
            rendering: DurationSummary(
                p50: .nanoseconds(4), p99: .nanoseconds(5_432_100), max: .nanoseconds(6), buckets: []))
        let sent = DaemonStatisticsDocument(
            screens: StatisticsDocument([statistics]).screens, uptimeSeconds: 90061, hotplugs: 3, failures: 1,
            configurationProblems: 0)
        #expect(
            StatisticsTable.text(for: sent) == """
                DAEMON
                Uptime    1 d 1 h 1 min 1 s
                Hotplugs  3
                Failures  1

                SCREEN          MODE              PRESENTED  MISSED  MODESETS  STALLS     LATE    RENDER
                card1/HDMI-A-1  1920x1080@60.000     123456       3         2       0  0.12 ms  5.432 ms

                LATE and RENDER are 99th percentiles.

                """)
        let answer = try JSONValue(encoding: sent).object ?? [:]
        let daemon = try ScriptedDaemon(.answers { _ in [Reply(answer)] })
        #expect(try daemon.connection().statistics() == sent)
        let none = DaemonStatisticsDocument(
            screens: [], uptimeSeconds: 0, hotplugs: 0, failures: 0,
            configurationProblems: 0)
        #expect(StatisticsTable.text(for: none).hasSuffix("\nNo screen is driven.\n"))
    }
}
