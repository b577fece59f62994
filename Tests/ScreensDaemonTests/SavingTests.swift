import Glibc
import ScreensJSON
import ScreensLinux
import ScreensVarlink
import TestSupport
import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensDaemon

/// Saving settings from run time, beside the files.
@Suite struct SavingTests {
    private let folder = TemporaryFolder()

    /// Rotates a screen by 90 degrees and saves that, while a file of the folder has this text.
    private func save(
        beside name: String, _ text: String, then body: (Daemon, VarlinkError?) async throws -> Void
    ) async throws {
        mkdir(folder / "screens.d", 0o755)
        folder.write(Array(text.utf8), to: "screens.d/\(name)")
        try await run { daemon in
            let parameters: [String: JSONValue] = ["screen": "Virtual-1", "settings": ["rotate": 90]]
            _ = try await daemon.result(of: Call("screens.Manager.Set", parameters))
            var problem: VarlinkError?
            do {
                _ = try await daemon.result(of: Call("screens.Manager.Save"))
            } catch let error as VarlinkError {
                problem = error
            }
            try await body(daemon, problem)
        }
    }

    /// Runs a daemon on one screen, with the settings that were saved before.
    private func run(_ body: (Daemon) async throws -> Void) async throws {
        let mode = try SimulatedMode(width: 64, height: 48, millihertz: 60_000)
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [mode])])
        let file = "[default]\ncontent = { color = '#112233' }\n"
        try await Daemon.run(on: .simulated(card), reading: file, in: folder) { daemon in
            try await eventually("Virtual-1 is lit") { await daemon.isLit("Virtual-1") }
            try await body(daemon)
        }
    }

    private func saved() throws -> SavedSettings { try StateFolder(path: folder / "state").saved.read() }

    @Test(arguments: ["10-before.toml", "95-after.toml"])
    func aSavedSettingGoesBeforeEveryFile(name: String) async throws {
        try await save(beside: name, "[[screen]]\nmatch = { connector = 'Virtual-1' }\nrotate = 180\n") {
            daemon, error in
            #expect(error == nil)
            let kept = try await daemon.overrides(of: "Virtual-1")
            #expect(kept == [:])
            await daemon.waitForPass()
            #expect(await daemon.screens.compactMap { $0.layout?.orientation } == [.clockwise])
        }
        #expect(try saved().entries.map(\.settings.clockwiseQuarters) == [1])
        #expect(try saved().entries.map(\.replaced?.clockwiseQuarters) == [2])
        // The same after the next start.
        try await run { daemon in
            #expect(await daemon.screens.compactMap { $0.layout?.orientation } == [.clockwise])
        }
    }

    @Test func aSettingThatIsNotSavedAgainStays() async throws {
        try await save(beside: "empty.toml", "") { daemon, _ in
            try await daemon.set(["gamma": 2], on: "Virtual-1")
            try await daemon.call("Save")
        }
        #expect(try saved().entries.map(\.settings.clockwiseQuarters) == [1])
        #expect(try saved().entries.map(\.settings.gamma) == [2])
    }

    @Test func theReplyHasTheNumberOfSettings() async throws {
        try await run { daemon in
            try await daemon.set(["rotate": 180, "gamma": 2], on: "Virtual-1")
            #expect(try await daemon.result(of: Call("screens.Manager.Save")).parameters["settings"] == 2)
            #expect(try await daemon.result(of: Call("screens.Manager.Save")).parameters["settings"] == 0)
        }
    }

    @Test func someSettingsOfOneScreenAreSavedAndTheOthersStay() async throws {
        try await run { daemon in
            try await daemon.set(["rotate": 180, "gamma": 2], on: "Virtual-1")
            try await daemon.call("Save", ["screen": "Virtual-1", "keys": ["rotate", "dim"]])
            #expect(try await daemon.overrides(of: "Virtual-1") == ["gamma": 2.0])
            await #expect(throws: VarlinkError.self) { try await daemon.call("Save", ["keys": ["rotation"]]) }
            await #expect(throws: VarlinkError.self) { try await daemon.call("Save", ["screen": "Virtual-9"]) }
        }
        #expect(try saved().entries.map { $0.settings.keys(.call) } == [["rotate"]])
    }

    @Test func aResetRemovesSavedSettings() async throws {
        try await save(beside: "empty.toml", "") { daemon, _ in
            try await daemon.call("Reset", ["screen": "Virtual-1", "keys": ["rotate"]])
            #expect(await daemon.screens.compactMap { $0.layout?.orientation } == [.upright])
        }
        #expect(try saved().entries == [])
    }

    @Test func aBrokenFileBesideItDoesNotPreventASave() async throws {
        try await save(beside: "20-broken.toml", "[default\n") { _, error in #expect(error == nil) }
        #expect(try saved().entries.count == 1)
    }

    @Test func aDisplayWithoutAnIdentityIsSavedByItsConnectorWithoutItsCard() async throws {
        try await save(beside: "empty.toml", "") { _, _ in }
        #expect(try saved().entries.map(\.match.connector?.text) == ["Virtual-1"])
    }

    @Test func aDamagedFileIsKeptBesideTheNewOne() async throws {
        mkdir(folder / "state", 0o755)
        folder.write(Array("{".utf8), to: "state/saved.json")
        try await save(beside: "empty.toml", "") { _, error in #expect(error == nil) }
        #expect(try saved().entries.count == 1)
        let kept = try InputFile.plainContent(of: folder / "state/saved.json.damaged", limit: 100)
        #expect(kept == Array("{".utf8))
    }

    @Test func settingsOfAnAbsentDisplayAreAdopted() async throws {
        mkdir(folder / "state", 0o755)
        var match = ScreenMatch()
        match.identity = TextPattern(literal: "DEL:a0b1:DELL U2410:1")
        var settings = ScreenOverrides()
        settings.clockwiseQuarters = 3
        let entry = SavedSettings.Entry(match: match, connector: "Virtual-1", settings: settings, replaced: nil)
        try StateFolder(path: folder / "state").saved.write(SavedSettings([entry]))
        try await run { daemon in
            #expect(await daemon.screens.compactMap { $0.layout?.orientation } == [.upright])
            let failure = await #expect(throws: VarlinkError.self) {
                try await daemon.call("Adopt", ["screen": "Virtual-1", "identity": "another"])
            }
            #expect(failure?.name == "screens.Manager.NothingToAdopt")
            try await daemon.call("Adopt", ["screen": "Virtual-1", "identity": "DEL:a0b1:DELL U2410:1"])
            #expect(await daemon.screens.compactMap { $0.layout?.orientation } == [.counterclockwise])
        }
        #expect(try saved().entries.map(\.match.connector?.text) == ["Virtual-1"])
    }

    @Test func settingsOfAnAbsentDisplayAreRemovedOneByOne() async throws {
        mkdir(folder / "state", 0o755)
        let identity = "DEL:a0b1:DELL U2410:1"
        var match = ScreenMatch()
        match.identity = TextPattern(literal: identity)
        var settings = ScreenOverrides()
        settings.clockwiseQuarters = 3
        settings.gamma = 2
        let entry = SavedSettings.Entry(match: match, connector: "Virtual-1", settings: settings, replaced: nil)
        try StateFolder(path: folder / "state").saved.write(SavedSettings([entry]))
        try await run { daemon in
            for (parameters, name) in [
                (["identity": "another"], "NothingToAdopt"),
                (["identity": .string(identity), "keys": .array([.string("gama")])], "InvalidValue"),
            ] as [([String: JSONValue], String)] {
                let failure = await #expect(throws: VarlinkError.self) {
                    try await daemon.call("ResetAbsent", parameters)
                }
                #expect(failure?.name == "screens.Manager.\(name)")
            }
            try await daemon.call(
                "ResetAbsent", ["identity": .string(identity), "keys": .array([.string("gamma")])])
        }
        #expect(try saved().entries.map { $0.settings.keys(.call) } == [["rotate"]])
        try await run { daemon in
            try await daemon.call("ResetAbsent", ["identity": .string(identity)])
        }
        #expect(try saved().entries.isEmpty)
    }
}
