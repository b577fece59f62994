import Glibc
import ScreensContents
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensPictures
import ScreensVarlink
import Synchronization
import TestSupport
import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensDaemon

/// The right to operate: power, brightness, and contents of the files.
@Suite struct OperatorTests {
    private static let denied = "org.varlink.service.PermissionDenied"
    private static let file = """
        [default]
        content = { color = '#112233' }

        [[screen]]
        match = { connector = "HDMI-A-9" }
        during = "Mo 03:00-04:00"
        content = { image = "/srv/menu.png", fit = "fill" }
        fallback = { color = '#445566' }

        [[screen]]
        match = { connector = "HDMI-A-8" }
        content = { command = ["cage"] }

        """
    private let folder = TemporaryFolder()

    private func withDaemon(_ more: String = "", _ body: (Daemon) async throws -> Void) async throws {
        let modes = [
            try SimulatedMode(width: 64, height: 48, millihertz: 60_000),
            try SimulatedMode(width: 32, height: 24, millihertz: 60_000),
        ]
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: modes)])
        try await Daemon.run(on: .simulated(card), reading: Self.file + more, in: folder) { daemon in
            try await eventually("Virtual-1 is lit") { await daemon.isLit("Virtual-1") }
            try await body(daemon)
        }
    }

    private static func refusal(
        of method: String, _ parameters: [String: JSONValue], by daemon: Daemon
    ) async -> VarlinkError? {
        do {
            try await daemon.call(method, ["screen": "Virtual-1"].merging(parameters) { $1 }, from: .operating)
            return nil
        } catch {
            return error as? VarlinkError
        }
    }

    @Test func aCallWithAPartBeyondTheRightIsRefusedAsAWhole() async throws {
        let attacks: [(String, [String: JSONValue])] = [
            ("rotate needs", ["settings": ["rotate": 90]]),
            ("mode needs", ["settings": ["mode": "32x24"]]),
            ("mirror needs", ["settings": ["mirror": "Virtual-1"]]),
            ("properties needs", ["settings": ["properties": ["max bpc": "8"]]]),
            ("rotate and dim needs", ["settings": ["power": "off", "dim": 5, "rotate": 90]]),
            ("power by times", ["settings": ["power": "Mo-Fr 07:00-19:00"]]),
            ("idle needs", ["settings": ["idle": "1 s", "brightness": 40]]),
            ("a content that no section", ["settings": ["content": ["image": "/etc/shadow"]]]),
            ("a content that no section", ["settings": ["content": ["image": "/srv/menu.png"]]]),
            ("a content that no section", ["settings": ["content": ["image": "/srv/other.png", "fit": "fill"]]]),
            ("a content that no section", ["settings": ["content": ["slides": "/srv"]]]),
            ("a content that no section", ["settings": ["content": ["color": "#ffffff"]]]),
            ("a content that no section", ["settings": ["content": ["pattern": "card"]]]),
            ("a content that no section", ["settings": ["content": ["none": true], "power": "off"]]),
            ("fallback needs", ["settings": ["fallback": ["color": "#112233"]]]),
            ("save needs", ["settings": ["power": "off"], "save": true]),
            ("save needs", ["settings": [:], "save": true]),
            ("confirmSeconds needs", ["settings": ["power": "off"], "confirmSeconds": 5]),
            ("adopt needs", ["settings": ["power": "off"], "adopt": "DEL:a0b1:DELL U2410:1"]),
            ("a reset of dim needs", ["settings": ["power": "off"], "reset": ["dim"]]),
            ("a reset of gamma and mode needs", ["settings": [:], "reset": ["gamma", "power", "mode"]]),
        ]
        try await withDaemon { daemon in
            try await daemon.set(["dim": 5, "gamma": 2], on: "Virtual-1")
            let before = try await daemon.overrides(of: "Virtual-1")
            for (subject, parameters) in attacks {
                let error = await Self.refusal(of: "Set", parameters, by: daemon)
                #expect(error?.name == Self.denied, "\(parameters)")
                let message = error?.parameters["message"]?.string ?? "-"
                #expect(message.hasPrefix(subject), "\(parameters): \(message)")
                #expect(error?.parameters["remedy"]?.string?.contains("screens-admin") == true, "\(parameters)")
                #expect(try await daemon.overrides(of: "Virtual-1") == before, "\(parameters)")
            }
            for keys in [nil, ["dim"], ["power", "gamma"]] as [[JSONValue]?] {
                let error = await Self.refusal(of: "Reset", keys.map { ["keys": .array($0)] } ?? [:], by: daemon)
                #expect(error?.name == Self.denied, "\(keys ?? ["all"])")
            }
            #expect(try await daemon.overrides(of: "Virtual-1") == before)
            #expect(await daemon.isLit("Virtual-1"))
        }
    }

    /// No client makes the machine run a program, whether or not the files have it.
    @Test func aCommandOfTheFilesIsNotOffered() async throws {
        try await withDaemon { daemon in
            let command = ["settings": ["content": ["command": ["cage"]]]] as [String: JSONValue]
            #expect(await Self.refusal(of: "Set", command, by: daemon)?.name == "screens.Manager.InvalidValue")
            let other = ["settings": ["content": ["color": "#ffffff"]]] as [String: JSONValue]
            let offer = await Self.refusal(of: "Set", other, by: daemon)?.parameters["message"]?.string ?? ""
            #expect(offer.contains("/srv/menu.png") && offer.contains("#445566") && !offer.contains("cage"), "\(offer)")
        }
    }

    @Test func powerAndContentsOfTheFilesAreSet() async throws {
        try await withDaemon { daemon in
            func set(_ settings: JSONValue, resets: [JSONValue] = []) async throws {
                try await daemon.call(
                    "Set", ["screen": "Virtual-1", "settings": settings, "reset": .array(resets)], from: .operating)
            }
            try await set(["power": "off"])
            #expect(await daemon.screens.first?.dark?.reason == .off)
            try await set(["power": "on", "content": ["color": "#445566"]])
            #expect(await daemon.isLit("Virtual-1"))
            #expect(try await daemon.overrides(of: "Virtual-1") == ["power": "on", "content": ["color": "#445566"]])
            try await set(["content": ["color": "#112233"]], resets: ["power"])
            #expect(try await daemon.overrides(of: "Virtual-1") == ["content": ["color": "#112233"]])
            try await daemon.call("Reset", ["screen": "Virtual-1", "keys": ["content"]], from: .operating)
            #expect(try await daemon.overrides(of: "Virtual-1") == [:])
        }
    }

    /// The kelvin sign and K are the same character in other bytes.
    @Test func aContentHasTheBytesOfTheFile() async throws {
        let more = """
            [[screen]]
            match = { connector = "HDMI-A-7" }
            content = { image = "/srv/K.png" }

            """
        try await withDaemon(more) { daemon in
            let parameters = ["settings": ["content": ["image": "/srv/\u{212A}.png"]]] as [String: JSONValue]
            let message = await Self.refusal(of: "Set", parameters, by: daemon)?.parameters["message"]?.string ?? ""
            #expect(Array(message.utf8).contains(0x4B) && !message.unicodeScalars.contains("\u{212A}"), "\(message)")
        }
    }

    @Test func aResetLeavesSavedSettings() async throws {
        try await withDaemon { daemon in
            try await daemon.call(
                "Set", ["screen": "Virtual-1", "settings": ["power": "off"], "save": true])
            try await daemon.call("Set", ["screen": "Virtual-1", "settings": ["power": "on"]], from: .operating)
            #expect(await daemon.isLit("Virtual-1"))
            try await daemon.call("Reset", ["screen": "Virtual-1", "keys": ["power"]], from: .operating)
            #expect(await daemon.screens.first?.dark?.reason == .off)
            #expect(try await daemon.call("Get", ["screen": "Virtual-1"])["saved"] == ["power": "off"])
        }
    }

    private func snapshot(
        _ parameters: [String: JSONValue] = [:], by daemon: Daemon, from rights: ClientRights = .operating
    ) async throws -> [String: JSONValue] {
        try await daemon.call("Snapshot", ["screen": "Virtual-1"].merging(parameters) { $1 }, from: rights)
    }

    @Test func aSnapshotIsForScreensThatTheConfigurationReleases() async throws {
        try await withDaemon { daemon in
            let error = await Self.refusal(of: "Snapshot", [:], by: daemon)
            #expect(error?.name == Self.denied)
            #expect(error?.parameters["message"]?.string?.contains("its setting snapshots is not true") == true)
            #expect(await Self.refusal(of: "Set", ["settings": ["snapshots": true]], by: daemon)?.name == Self.denied)
            try await daemon.set(["snapshots": true], on: "Virtual-1")
            #expect(try await snapshot(by: daemon)["type"] == "image/png")
        }
        let released = "[[screen]]\nmatch = { connector = \"Virtual-1\" }\nsnapshots = true\n"
        try await withDaemon(released) { daemon in
            let png = try PictureFile.decode(
                try #require(Base64.decode(try await snapshot(by: daemon)["png"]?.string ?? "")))
            #expect(png.size == Size(width: 64, height: 48))
            try await daemon.set(["power": "off"], on: "Virtual-1")
            #expect(await Self.refusal(of: "Snapshot", [:], by: daemon)?.name == "screens.Manager.Failed")
        }
    }

    @Test func aSnapshotIsRefusedIfItsScreenIsNoLongerReleasedWhenItIsMade() async throws {
        // The budget reads the limit for each attempt to get the memory of such a large picture.
        let attempts = Atomic<Int>(0)
        let budget = MemoryBudget {
            attempts.add(1, ordering: .relaxed)
            return 64 << 20
        }
        let card = try SimulatedCard(
            screens: [SimulatedScreen(modes: [try SimulatedMode(width: 512, height: 256, millihertz: 60_000)])])
        try await Daemon.run(on: .simulated(card), reading: Self.file, in: folder, PictureSettings(budget)) { daemon in
            try await eventually("Virtual-1 is lit") { await daemon.isLit("Virtual-1") }
            try await daemon.set(["snapshots": true], on: "Virtual-1")
            let others = try budget.grant((64 << 20) - budget.usage.sum, for: .decoding)
            let former = attempts.load(ordering: .relaxed)
            async let refusal = Self.refusal(of: "Snapshot", [:], by: daemon)
            try await eventually("the snapshot waits for memory") { attempts.load(ordering: .relaxed) > former }
            try await daemon.set(["snapshots": false], on: "Virtual-1")
            others.shrink(to: 0)
            let error = await refusal
            #expect(error?.name == Self.denied)
            #expect(error?.parameters["message"]?.string?.contains("its setting snapshots is not true") == true)
        }
    }

    @Test func aSnapshotHasAWidthAndAFormat() async throws {
        try await withDaemon { daemon in
            for (width, expected) in [(nil, 64), (32, 32), (1, 1), (64, 64), (.max, 64)] as [(Int64?, Int)] {
                let parameters: [String: JSONValue] = width.map { ["width": .int($0)] } ?? [:]
                let reply = try await snapshot(parameters, by: daemon, from: .all)
                let png = try PictureFile.decode(try #require(Base64.decode(reply["png"]?.string ?? "")))
                #expect(png.size.width == expected)
                #expect(png.pixels.allSatisfy { $0 & 0xFF_FFFF == 0x112233 })
            }
            let reply = try await snapshot(["format": "jpeg", "width": 16], by: daemon, from: .all)
            #expect(reply["type"] == "image/jpeg" && reply["png"] == nil)
            let jpeg = try #require(Base64.decode(reply["jpeg"]?.string ?? ""))
            #expect(jpeg.starts(with: [0xFF, 0xD8, 0xFF]))
            for width in [0, -1, Int64.min] {
                await #expect(throws: (any Error).self) {
                    try await snapshot(["width": .int(width)], by: daemon, from: .all)
                }
            }
        }
    }

    @Test func brightnessIsCovered() throws {
        var change = SettingChange()
        change.settings.brightness = 40
        #expect(try OperatedSettings(MachineConfiguration()).permitted(change).settings == change.settings)
    }
}
