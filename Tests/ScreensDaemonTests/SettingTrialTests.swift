import Glibc
import ScreensJSON
import ScreensManager
import ScreensPictures
import ScreensVarlink
import TestSupport
import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensDaemon

/// Settings that are set together, and settings on trial.
@Suite struct SettingTrialTests {
    private let folder = TemporaryFolder()

    private func withDaemon(_ body: (Daemon, SimulatedCard) async throws -> Void) async throws {
        try await Daemon.runOnOneScreen(in: folder, body)
    }

    @Test func aTrialIsNotSavedThoughItsDisplayIsAway() async throws {
        try await withDaemon { daemon, card in
            let parameters: [String: JSONValue] = [
                "screen": "Virtual-1", "settings": ["mode": "32x24", "rotate": 90], "confirmSeconds": 3600,
            ]
            _ = try await daemon.result(of: Call("screens.Manager.Set", parameters))
            try card.unplug("Virtual-1")
            try await eventually("Virtual-1 is away") { await !daemon.isLit("Virtual-1") }
            try await daemon.call("Save")
            #expect(try StateFolder(path: folder / "state").saved.read() == SavedSettings())
            #expect(try await daemon.confirm("Virtual-1"))
        }
    }

    @Test(arguments: [nil, 3600]) func aModeThatTheDriverRefusesIsAnErrorAndNotKept(confirmSeconds: Int64?) async throws
    {
        try await withDaemon { daemon, card in
            card.refuse(try SimulatedMode(width: 32, height: 24, millihertz: 60_000))
            var parameters: [String: JSONValue] = ["screen": "Virtual-1", "settings": ["mode": "32x24", "dim": 5]]
            if let confirmSeconds { parameters["confirmSeconds"] = .int(confirmSeconds) }
            let error = await #expect(throws: VarlinkError.self) {
                try await daemon.result(of: Call("screens.Manager.Set", parameters))
            }
            #expect(error?.name == "screens.Manager.Failed")
            #expect(await daemon.isLit("Virtual-1"))
            #expect(try await !daemon.confirm("Virtual-1"))
            #expect(try await daemon.overrides(of: "Virtual-1") == [:])
        }
    }

    @Test(
        arguments: [
            (["mode": "640x480", "dim": 5], "mode"), (["mode": "32x24", "dim": 500], "dim"),
            (["mode": "32x24", "properties": ["max bpc": "8"]], "properties"),
            (["mode": "32x24", "mirror": "Virtual-1"], "mirror"), (["mode": "32x24", "contnt": [:]], "contnt"),
            ([:], "settings"),
        ] as [(JSONValue, String)])
    func noSettingOfACallIsUsedIfOneCannotBe(settings: JSONValue, key: String) async throws {
        try await withDaemon { daemon, _ in
            let error = await #expect(throws: VarlinkError.self) {
                try await daemon.result(
                    of: Call("screens.Manager.Set", ["screen": "Virtual-1", "settings": settings, "confirmSeconds": 5]))
            }
            #expect(error?.name == "screens.Manager.InvalidValue")
            #expect(error?.parameters["parameter"]?.string == key)
            let (kept, wasTried) = try await (daemon.overrides(of: "Virtual-1"), daemon.confirm("Virtual-1"))
            #expect(kept == [:] && !wasTried)
            #expect(await daemon.screens.first?.currentMode?.size == Size(width: 64, height: 48))
        }
    }

    @Test func aTrialThatIsRevertedKeepsOtherSettings() async throws {
        try await withDaemon { daemon, _ in
            try await daemon.set(["rotate": 180], on: "Virtual-1")
            try await daemon.call("Save")
            try await daemon.set(["gamma": 2], on: "Virtual-1")
            try await daemon.set(["mode": "32x24", "rotate": 90, "gamma": 3], on: "Virtual-1", confirmSeconds: 3600)
            try await daemon.set(["dim": 5], on: "Virtual-1")
            try await daemon.call("Revert", ["screen": "Virtual-1"])
            #expect(await daemon.screens.first?.currentMode?.size == Size(width: 64, height: 48))
            #expect(await daemon.screens.compactMap { $0.layout?.orientation } == [.upsideDown])
            #expect(try await daemon.overrides(of: "Virtual-1") == ["gamma": 2.0, "dim": 5.0])
            let saved = try StateFolder(path: folder / "state").saved.read().entries.map(\.settings.clockwiseQuarters)
            #expect(saved == [2])
            #expect(try await !daemon.confirm("Virtual-1"))
            // No trial runs now.
            try await daemon.call("Revert", ["screen": "Virtual-1"])
            #expect(try await daemon.overrides(of: "Virtual-1") == ["gamma": 2.0, "dim": 5.0])
        }
    }

    // MARK: The outcome

    @Test(
        arguments: [
            (["gamma": 2.0, "dim": 5], "set", []), (["dim": 5], "set", []),
            (["power": "off"], "set", []),
            (["mirror": "Virtual-9", "colorTemperature": 5000], "setOtherwise", ["mirror"]),
        ] as [(JSONValue, String, [String])])
    func theReplyHasTheSettingsThatTheDisplayDoesNotFollow(
        settings: JSONValue, outcome: String, keys: [String]
    ) async throws {
        try await withDaemon { daemon, _ in
            // The same call again gets the same answer.
            for _ in 0..<2 {
                let reply = try await daemon.call("Set", ["screen": "Virtual-1", "settings": settings])
                #expect(reply["outcome"]?.string == outcome)
                let deviations = reply["deviations"]?.array ?? []
                #expect(deviations.map { $0["key"]?.string } == keys)
                #expect(deviations.allSatisfy { $0["message"]?.string?.hasPrefix("Virtual-1") ?? false })
                #expect(reply["screen"]?["name"] == "Virtual-1")
            }
        }
    }

    @Test func settingsOfAScreenWithoutADisplayAreNotSetYet() async throws {
        try await withDaemon { daemon, card in
            try card.unplug("Virtual-1")
            try await daemon.wait(\.isEmpty)
            let reply = try await daemon.call(
                "Set", ["screen": "Virtual-1", "settings": ["rotate": 90, "frameInterval": 2]])
            #expect(reply["outcome"] == "notSet")
            let deviations = reply["deviations"]?.array ?? []
            #expect(deviations.map { $0["key"]?.string } == ["rotate", "frameInterval"])
            #expect(deviations.allSatisfy { $0["message"] == reply["screen"]?["dark"]?["message"] })
        }
    }

    /// A setting of another key may cost the mode. Both are then reported, and the settings stay.
    @Test func aModeThatWasConfiguredAndIsRefusedIsADeviation() async throws {
        try await withDaemon { daemon, card in
            try await daemon.set(["mode": "32x24"], on: "Virtual-1")
            card.refuse(try SimulatedMode(width: 32, height: 24, millihertz: 60_000))
            let reply = try await daemon.call("Set", ["screen": "Virtual-1", "settings": ["rotate": 90]])
            #expect(reply["outcome"] == "setOtherwise")
            #expect(reply["deviations"]?.array?.first?["key"] == "mode")
            #expect(reply["deviations"]?.array?.first?["instead"]?.string?.hasPrefix("64x48@") == true)
            #expect(try await daemon.overrides(of: "Virtual-1") == ["mode": "32x24", "rotate": 90])
        }
    }

    @Test func allSettingsOfACallAreAppliedWithOneModeset() async throws {
        try await withDaemon { daemon, card in
            let before = try await daemon.modesets()
            let settings: JSONValue = [
                "mode": "32x24", "rotate": 180, "gamma": 2.0, "colorTemperature": 5000, "dim": 10.0, "frameInterval": 2,
                "idle": "1 h", "content": ["pattern": "bars"],
            ]
            let reply = try await daemon.result(
                of: Call("screens.Manager.Set", ["screen": "Virtual-1", "settings": settings]))
            #expect(reply.parameters["screen"]?["currentMode"]?["width"]?.int == 32)
            let got = try await daemon.result(of: Call("screens.Manager.Get", ["screen": "Virtual-1"])).parameters
            #expect(got["set"] == settings)
            #expect(got["settings"] == settings)
            let after = try await daemon.modesets()
            #expect(after - before == 1)
            let shown = try await daemon.call("Statistics")["screens"]?.array?.first
            #expect(shown?["layout"]?["rotation"] == 180 && shown?["mode"]?["width"] == 32)
            // A plain colour would be the same everywhere. White is darker by a tenth, and green also differs by the
            // colour temperature.
            try await eventually("the bars are shown") {
                guard let picture = try card.picture(of: "Virtual-1"), picture.size.width == 32 else { return false }
                let greens = (0..<32 * 24).map { picture[$0 % 32, $0 / 32].rgb >> 8 & 0xFF }
                return Set(greens).count > 1 && (200...220).contains(greens.max() ?? 0)
            }

            let reset = try await daemon.call("Reset", ["screen": "Virtual-1", "keys": ["mode", "colorTemperature"]])
            #expect(reset["outcome"] == "set" && reset["screen"]?["name"] == "Virtual-1")
            #expect(reset["deviations"]?.array?.isEmpty == true)
            let kept = try await daemon.overrides(of: "Virtual-1")
            #expect(kept?["mode"] == nil && kept?["gamma"] == 2.0)
            #expect(await daemon.screens.first?.currentMode?.size == Size(width: 64, height: 48))
            _ = try await daemon.result(of: Call("screens.Manager.Reset", ["screen": "Virtual-1"]))
            #expect(try await daemon.overrides(of: "Virtual-1") == [:])
            let rest = try await daemon.result(of: Call("screens.Manager.Get", ["screen": "Virtual-1"])).parameters
            #expect(rest["settings"] == ["content": ["color": "#112233"]])
            #expect(rest["set"] == [:])
        }
    }

    @Test(arguments: [["brightness": 50], ["mode": "32x24", "rotate": 180, "brightness": 50]] as [JSONValue])
    func aBrightnessWithoutABacklightIsRefusedBeforeAModesetAndAsTheLibraryRefusesIt(_ settings: JSONValue) async throws
    {
        try await withDaemon { daemon, _ in
            let before = try await daemon.modesets()
            let error = await #expect(throws: VarlinkError.self) { try await daemon.set(settings, on: "Virtual-1") }
            #expect(error?.name == "screens.Manager.Failed")
            #expect(
                error?.parameters
                    == [
                        "message": "cannot set the brightness of Virtual-1 (the kernel has no backlight for it)",
                        "errno": nil, "remedy": "its picture can be dimmed",
                    ])
            #expect(try await daemon.modesets() == before)
            #expect(try await daemon.overrides(of: "Virtual-1") == [:])
        }
    }

    @Test func theConfigurationThatADisplayDoesNotFollowIsADeviationOfAReset() async throws {
        let modes = [(64, 48), (32, 24)].map { try? SimulatedMode(width: $0, height: $1, millihertz: 60_000) }
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: modes.compactMap(\.self))])
        let file = "[default]\nmode = '32x24'\ncontent = { color = '#112233' }\n"
        try await Daemon.run(on: .simulated(card), reading: file, in: folder) { daemon in
            try await eventually("Virtual-1 is lit") { await daemon.isLit("Virtual-1") }
            try await daemon.set(["mode": "64x48"], on: "Virtual-1")
            card.refuse(try SimulatedMode(width: 32, height: 24, millihertz: 60_000))
            let reply = try await daemon.call("Reset", ["screen": "Virtual-1", "keys": ["mode"]])
            #expect(reply["outcome"] == "setOtherwise")
            #expect(reply["deviations"]?.array?.first?["key"] == "mode")
            #expect(try await daemon.overrides(of: "Virtual-1") == [:])
            try await daemon.set(["dim": 5], on: "Virtual-1")
            try card.unplug("Virtual-1")
            try await daemon.wait(\.isEmpty)
            let away = try await daemon.call("Reset", ["screen": "Virtual-1"])
            #expect(away["outcome"] == "notSet" && away["deviations"]?.array?.first?["key"] == "dim")
        }
    }

    /// The picture is not read again: it may be gone, and a slide show would start again.
    @Test func aRefusedCallLeavesTheContentThatIsShown() async throws {
        try await withDaemon { daemon, card in
            let white = Picture(
                size: Size(width: 64, height: 48), pixels: Array(repeating: 0xFFFF_FFFF, count: 64 * 48))
            folder.write(try white.png(), to: "white.png")
            let image: JSONValue = ["image": .string(folder / "white.png")]
            try await daemon.set(["content": image], on: "Virtual-1")
            try await eventually("the picture is shown") { try card.picture(of: "Virtual-1")?[9, 9] == .white }
            unlink(folder / "white.png")
            card.refuse(try SimulatedMode(width: 32, height: 24, millihertz: 60_000))
            await #expect(throws: VarlinkError.self) {
                try await daemon.set(["mode": "32x24", "content": ["color": "#FF0000"]], on: "Virtual-1")
            }
            #expect(try card.picture(of: "Virtual-1")?[9, 9] == .white)
            let kept = try await daemon.overrides(of: "Virtual-1")
            #expect(kept?["content"]?["image"] == .string(folder / "white.png") && kept?["mode"] == nil)
            try await daemon.set(["content": ["color": "#FF0000"]], on: "Virtual-1")
            try await eventually("another content") { try card.picture(of: "Virtual-1")?[9, 9] == Color(rgb: 0xFF0000) }
        }
    }

    @Test func everyMethodOfTheInterfaceIsHandled() async throws {
        try await withDaemon { daemon, _ in
            let declared = try Interface(definition: ManagerInterface.definition).methods.map(\.name)
            #expect(await daemon.methods.methods.map(\.name).sorted() == declared.sorted())
        }
    }

    @Test func settingsThatAreNotConfirmedReturnAloneAndTheRestStays() async throws {
        try await withDaemon { daemon, _ in
            try await daemon.set(["rotate": 90], on: "Virtual-1")
            try await daemon.set(["rotate": 180, "mode": "32x24"], on: "Virtual-1", confirmSeconds: 1)
            try await daemon.set(["dim": 7.0], on: "Virtual-1")
            try await daemon.wait { $0.first?.currentMode?.size == Size(width: 64, height: 48) }
            #expect(try await daemon.overrides(of: "Virtual-1") == ["rotate": 90, "dim": 7.0])
            #expect(try await !daemon.confirm("Virtual-1"))
        }
    }
}
