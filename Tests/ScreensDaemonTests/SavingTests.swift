import Glibc
import JSON
import ProgramKit
import TestSupport
import Testing
import Varlink

@testable import Configuration
@testable import Screens
@testable import ScreensDaemon

/// Saving what was set at run time, beside other files.
@Suite struct SavingTests {
    private let folder = TemporaryFolder()

    /// Turns a screen by 90 degrees and saves that, while another file has this in it.
    private func save(beside name: String, _ text: String, _ body: (Daemon, VarlinkError?) async throws -> Void)
        async throws
    {
        let mode = try SimulatedMode(width: 64, height: 48, millihertz: 60_000)
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [mode])])
        let file = "[default]\ncontent = { color = '#112233' }\n"
        try await Daemon.run(on: .simulated(card), reading: file, in: folder) { daemon in
            try await eventually("Virtual-1 is lit") { await daemon.isLit("Virtual-1") }
            let parameters: [String: JSONValue] = ["screen": "Virtual-1", "settings": ["rotate": 90]]
            _ = try await daemon.result(of: Call("screens.Manager.Set", parameters))
            mkdir(folder / "screens.d", 0o755)
            folder.write(Array(text.utf8), to: "screens.d/\(name)")
            defer {
                unlink(folder / "screens.d/\(name)")
                unlink(folder / "screens.d/90-saved.toml")
                rmdir(folder / "screens.d")
            }
            var problem: VarlinkError?
            do {
                _ = try await daemon.result(of: Call("screens.Manager.Save"))
            } catch let error as VarlinkError {
                problem = error
            }
            try await body(daemon, problem)
        }
    }

    @Test(arguments: [("20-before.toml", 0), ("95-after.toml", 180)])
    func aLaterFileThatOverridesTheSavedOneIsReported(name: String, rotation: Int) async throws {
        try await save(beside: name, "[[screen]]\nmatch = { connector = 'Virtual-1' }\nrotate = 180\n") {
            daemon, error in
            #expect(error?.name == (rotation == 0 ? nil : "screens.Manager.Failed"))
            let message = error?.parameters["message"]?.string ?? ""
            #expect(message.isEmpty == (rotation == 0) && message.contains("Virtual-1") == (rotation != 0))
            // It holds as long as the daemon runs.
            #expect(await daemon.screens.compactMap { $0.layout?.orientation } == [.clockwise])
            let kept = try await daemon.overrides(of: "Virtual-1")
            #expect(kept == (rotation == 0 ? [:] : ["rotate": 90]))
        }
    }

    @Test(arguments: ["[default]\nidle = '1 h'\n", "[daemon]\nlog-level = 'info'\n"])
    func aFileWithOtherSettingsIsNotOverwritten(text: String) async throws {
        try await save(beside: "90-saved.toml", text) { daemon, error in
            #expect(error?.name == "screens.Manager.Failed")
            let file = try InputFile.plainContent(of: folder / "screens.d/90-saved.toml", limit: 1 << 16)
            #expect(String(decoding: file, as: UTF8.self) == text)
            #expect(try await daemon.overrides(of: "Virtual-1") == ["rotate": 90])
        }
    }

    @Test func aSavedSettingGoesBeforeSectionsForManyScreens() async throws {
        let text = """
            [[screen]]
            match = { connector = 'Virtual-1' }
            rotate = 270
            [[screen]]
            match = { connector = 'Virtual-*' }
            rotate = 180
            """
        try await save(beside: "90-saved.toml", text) { daemon, error in
            #expect(error == nil)
            let kept = try await daemon.overrides(of: "Virtual-1")
            #expect(kept == [:])
            await daemon.waitForPass()
            #expect(await daemon.screens.compactMap { $0.layout?.orientation } == [.clockwise])
        }
    }

    @Test func aConnectorIsSavedWithoutItsCardWhereNoOtherHasItsName() async throws {
        try await save(beside: "20-empty.toml", "") { _, _ in
            let file = try InputFile.plainContent(of: folder / "screens.d/90-saved.toml", limit: 1 << 16)
            #expect(String(decoding: file, as: UTF8.self).contains("connector = \"Virtual-1\""))
        }
    }

    @Test func aBrokenFileBesideItIsReported() async throws {
        try await save(beside: "20-broken.toml", "[default\n") { daemon, error in
            #expect(error?.name == "screens.Manager.BrokenConfiguration")
            let kept = try await daemon.overrides(of: "Virtual-1")
            #expect(kept == ["rotate": 90])
        }
    }
}
