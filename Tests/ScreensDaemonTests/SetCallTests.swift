import Glibc
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensPictures
import ScreensVarlink
import TestSupport
import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensContents
@testable import ScreensDaemon

/// Calls that adopt, reset, set and save. Each does all of it, or nothing.
@Suite struct SetCallTests {
    private static let identity = "DEL:a0b1:DELL U2410:1"

    private let folder = TemporaryFolder()

    /// Runs a daemon on a screen with two modes. If `refusing`, the smaller mode cannot be set. An absent display has a
    /// saved rotation.
    private func withDaemon(refusing: Bool = false, _ body: (Daemon) async throws -> Void) async throws {
        mkdir(folder / "state", 0o755)
        var match = ScreenMatch()
        match.identity = TextPattern(literal: Self.identity)
        var settings = ScreenOverrides()
        settings.clockwiseQuarters = 3
        let entry = SavedSettings.Entry(match: match, connector: "Virtual-1", settings: settings, replaced: nil)
        try StateFolder(path: folder / "state").saved.write(SavedSettings([entry]))
        try await Daemon.runOnOneScreen(in: folder) { daemon, card in
            if refusing { card.refuse(try SimulatedMode(width: 32, height: 24, millihertz: 60_000)) }
            try await daemon.set(["dim": 5, "mirror": "none"], on: "Virtual-1")
            try await body(daemon)
        }
    }

    private func saved() throws -> SavedSettings { try StateFolder(path: folder / "state").saved.read() }

    private static func everything(_ settings: JSONValue) -> [String: JSONValue] {
        [
            "screen": "Virtual-1", "settings": settings, "adopt": .string(identity), "reset": ["dim"], "save": true,
        ]
    }

    @Test func allOfItIsOneModeset() async throws {
        try await withDaemon { daemon in
            let before = try await daemon.modesets()
            let reply = try await daemon.call("Set", Self.everything(["mode": "32x24", "gamma": 2]))
            #expect(try await daemon.modesets() - before == 1)
            #expect(reply["outcome"] == "set" && reply["deviations"] == [])
            #expect(reply["saving"]?["settings"] == 2 && reply["saving"]?["damaged"] == .null)
            #expect(reply["saving"]?["file"] == .string(folder / "state/saved.json"))
            #expect(try await daemon.overrides(of: "Virtual-1") == ["mirror": "none"])
            let screens = await daemon.screens
            #expect(screens.map { $0.layout?.orientation } == [.counterclockwise])
            #expect(screens.map { $0.currentMode?.width } == [32])
            let status = try await daemon.call("Get", ["screen": "Virtual-1"])
            let settings = status["settings"]?.object ?? [:]
            #expect(settings["gamma"] == 2.0 && settings["rotate"] == 270 && settings["dim"] == nil)
            #expect(try await daemon.call("Status")["absentDisplays"] == [])
        }
        let kept = try saved().entries.map { $0.settings.json }
        #expect(kept == [["mode": "32x24", "gamma": 2.0, "rotate": 270]])
        #expect(try saved().entries.map(\.match.connector?.text) == ["Virtual-1"])
    }

    @Test func nothingOfItIsDoneIfASettingIsRefused() async throws {
        try await withDaemon(refusing: true) { daemon in
            let error = await #expect(throws: VarlinkError.self) {
                try await daemon.call("Set", Self.everything(["mode": "32x24", "gamma": 2]))
            }
            #expect(error?.name == "screens.Manager.Failed")
            #expect(error?.parameters["message"]?.string?.contains("refuses 32x24") == true, "\(error as Any)")
            try await expectEverythingAsBefore(on: daemon)
        }
        #expect(try saved().entries.map { $0.settings.json } == [["rotate": 270]])
        #expect(try saved().entries.map(\.match.identity?.text) == [Self.identity])
    }

    @Test(arguments: [[:], ["mode": "32x24"]] as [JSONValue])
    func nothingOfItIsDoneIfItCannotBeSaved(_ settings: JSONValue) async throws {
        try await withDaemon { daemon in
            // No file can be made in the folder.
            #expect(rename(folder / "state", folder / "elsewhere") == 0)
            folder.write([], to: "state")
            let error = await #expect(throws: VarlinkError.self) {
                try await daemon.call("Set", Self.everything(settings))
            }
            #expect(error?.name == "screens.Manager.Failed")
            try await expectEverythingAsBefore(on: daemon)
        }
    }

    /// Expects the overrides, the absent display and the picture that ``withDaemon`` begins with.
    private func expectEverythingAsBefore(on daemon: Daemon) async throws {
        #expect(try await daemon.overrides(of: "Virtual-1") == ["dim": 5.0, "mirror": "none"])
        let status = try await daemon.call("Status", ["screen": "Virtual-1"])
        #expect(status["absentDisplays"]?.array?.map { $0["connector"] } == ["Virtual-1"])
        #expect(status["screens"]?.array?.first?["trialSeconds"] == .null)
        await daemon.waitForPass()
        let screens = await daemon.screens
        #expect(screens.map { $0.currentMode?.width } == [64])
        #expect(screens.map { $0.layout?.orientation } == [.upright])
    }

    @Test func aScreenThatIsIdleStaysSoIfItsSettingsAreOnlySaved() async throws {
        try await withDaemon { daemon in
            func power() async throws -> JSONValue? {
                let status = try await daemon.call("Status", ["screen": "Virtual-1"])
                return status["screens"]?.array?.first?["power"]
            }
            try await daemon.set(["idle": "1 s"], on: "Virtual-1")
            try await eventually("the screen is idle") { try await power() == "idle" }
            let reply = try await daemon.call("Set", ["screen": "Virtual-1", "settings": [:], "save": true])
            #expect(reply["saving"]?["settings"] == 3)
            #expect(try await power() == "idle")
        }
    }

    private static let slides = [0x80_0000, 0x00_8000, 0x00_0080].map { Color(rgb: $0) }

    /// Runs a daemon that shows three slides, until the second one is shown.
    ///
    /// - Parameter body: is passed a function that waits for another slide than the second one.
    private func withSlides(_ body: (Daemon, () async throws -> Color?) async throws -> Void) async throws {
        mkdir(folder / "slides", 0o755)
        for (index, color) in Self.slides.enumerated() {
            let pixel = Picture(size: Size(width: 1, height: 1), pixels: [color.premultiplied])
            folder.write(try pixel.png(), to: "slides/\(index).png")
        }
        let mode = try SimulatedMode(width: 64, height: 48, millihertz: 60_000)
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [mode])])
        let file = "[default]\ncontent = { slides = '\(folder / "slides")', interval = '20 s' }\n"
        func shown() -> Color? { (try? card.picture(of: "Virtual-1"))?[32, 24] }
        try await Daemon.run(on: .simulated(card), reading: file, in: folder) { daemon in
            try await eventually("the screen is there") { await !daemon.screens.isEmpty }
            try await daemon.call("Set", ["screen": "Virtual-1", "settings": ["mirror": "none"], "save": true])
            try await eventually("the second slide is shown") { shown() == Self.slides[1] }
            try await body(daemon) {
                var next: Color?
                try await eventually("another slide is shown") {
                    next = shown()
                    return Self.slides.contains { $0 == next } && next != Self.slides[1]
                }
                return next
            }
        }
    }

    /// Slides go on after a reset that cannot be saved. They would begin again after one that can.
    @Test func slidesKeepTheirPlaceIfAResetFails() async throws {
        try await withSlides { daemon, next in
            #expect(rename(folder / "state", folder / "elsewhere") == 0)
            folder.write([], to: "state")
            await #expect(throws: VarlinkError.self) { try await daemon.reset("Virtual-1") }
            await daemon.waitForPass()
            let slide = try await next()
            #expect(slide == Self.slides[2])
        }
    }

    @Test func slidesBeginAgainIfAnOperatorResetsThemBesideASetting() async throws {
        try await withSlides { daemon, next in
            let call: [String: JSONValue] = ["screen": "Virtual-1", "settings": ["power": "on"], "reset": ["content"]]
            try await daemon.call("Set", call, from: .operating)
            let slide = try await next()
            #expect(slide == Self.slides[0])
        }
    }

    @Test func aTrialBeforeItGoesOnIfItFails() async throws {
        try await withDaemon(refusing: true) { daemon in
            try await daemon.set(["rotate": 180], on: "Virtual-1", confirmSeconds: 3600)
            await #expect(throws: VarlinkError.self) {
                try await daemon.call(
                    "Set", ["screen": "Virtual-1", "settings": ["mode": "32x24"], "reset": ["rotate"]])
            }
            let kept = ["dim": 5.0, "mirror": "none", "rotate": 180] as JSONValue
            #expect(try await daemon.overrides(of: "Virtual-1") == kept)
            #expect(await daemon.screens.map { $0.layout?.orientation } == [.upsideDown])
            #expect(await daemon.screens.map { $0.currentMode?.width } == [64])
            #expect(try await daemon.confirm("Virtual-1"))
            #expect(try await daemon.overrides(of: "Virtual-1") == kept)
        }
    }

    @Test(
        arguments: [
            (["settings": [:]], "settings"), (["settings": [:], "reset": []], "settings"),
            (["settings": ["dim": 5], "reset": ["dim"]], "reset"), (["settings": [:], "reset": ["dimm"]], "reset"),
            (["settings": [:], "adopt": "x", "confirmSeconds": 5], "confirmSeconds"),
            (["settings": ["dim": 5], "save": true, "confirmSeconds": 5], "save"),
        ] as [(JSONValue, String)])
    func contradictionsAreInvalid(_ parameters: JSONValue, _ parameter: String) async throws {
        try await withDaemon { daemon in
            let all = (parameters.object ?? [:]).merging(["screen": "Virtual-1"]) { first, _ in first }
            let error = await #expect(throws: VarlinkError.self) { try await daemon.call("Set", all) }
            #expect(error?.name == "screens.Manager.InvalidValue")
            #expect(error?.parameters["parameter"]?.string == parameter)
            try await expectEverythingAsBefore(on: daemon)
        }
        #expect(try saved().entries.map { $0.settings.json } == [["rotate": 270]])
    }

    @Test func withoutASettingTheSaveIsOfAllThatWasSet() async throws {
        try await withDaemon { daemon in
            let reply = try await daemon.call(
                "Set", ["screen": "Virtual-1", "settings": [:], "reset": ["dim"], "save": true])
            #expect(reply["saving"]?["settings"] == 1)
            #expect(try await daemon.overrides(of: "Virtual-1") == [:])
        }
        // The entry of the absent display stays.
        let kept = Dictionary(try saved().entries.map { ($0.match.connector?.text, $0.settings.json) }) { $1 }
        #expect(kept == [nil: ["rotate": 270], "Virtual-1": ["mirror": "none"]])
    }

    /// A call whose picture is not read yet saves its settings later than a call on another screen.
    @Test func aPictureOfAShareThatHangsHoldsUpOnlyItsScreen() async throws {
        let mode = try SimulatedMode(width: 64, height: 48, millihertz: 60_000)
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [mode]), SimulatedScreen(modes: [mode])])
        let file = "[default]\ncontent = { color = '#112233' }\n"
        let picture = Picture(size: Size(width: 1, height: 1), pixels: [0xFF80_40FF])
        folder.write(try picture.png(), to: "picture.png")
        let (requests, share) = (PictureRequests(), HangingShare())
        try await Daemon.run(
            on: .simulated(card), reading: file, in: folder, PictureSettings(), requests
        ) { daemon in
            try await eventually("both are lit") {
                let lit = await (daemon.isLit("Virtual-1"), daemon.isLit("Virtual-2"))
                return lit == (true, true)
            }
            await share.takeAllThreads(of: requests, for: folder / "share")
            let content: JSONValue = ["content": ["image": .string(folder / "picture.png")]]
            let waiting = Task { @MainLoop in
                try await daemon.call("Set", ["screen": "Virtual-1", "settings": content, "save": true])
            }
            try await daemon.call("Set", ["screen": "Virtual-2", "settings": ["dim": 5], "save": true])
            #expect(try saved().entries.map { $0.settings.keys(.call) } == [["dim"]])
            try await daemon.call("Save", ["screen": "Virtual-2"])
            try await daemon.reset("Virtual-2")
            share.answer()
            _ = try await waiting.value
        }
        #expect(try saved().entries.map { $0.settings.keys(.call) } == [["content"]])
    }
}

/// A share whose pictures are read only when the test says so.
private final class HangingShare: Sendable {
    private let reader: Int32
    private let writer: Int32

    init() {
        var ends: [Int32] = [-1, -1]
        pipe(&ends)
        (reader, writer) = (ends[0], ends[1])
    }

    deinit { close(reader) }

    /// Requests so many pictures that the next one waits for them.
    @MainLoop func takeAllThreads(of requests: PictureRequests, for path: String) {
        for _ in 0..<PictureRequests.mostThreads {
            Task { @MainLoop [self] in
                _ = try? await requests.read(path) { _ throws(Failure) in
                    var byte: UInt8 = 0
                    _ = read(self.reader, &byte, 1)
                    return nil
                }
            }
        }
    }

    func answer() { close(writer) }
}
