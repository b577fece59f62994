import Foundation
import Glibc
import ScreensLinux
import TestSupport
import Testing

@testable import Screens
@testable import ScreensDaemon

/// The brightness of a panel whose backlight is a folder.
@Suite struct PanelBrightnessTests {
    /// A folder that looks like `/sys`.
    private final class Backlight {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path

        init() throws {
            let files = FileManager.default
            for folder in ["class/drm", "class/backlight/acpi", "gpu"] {
                try files.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
            }
            for link in ["class/drm/card0", "class/backlight/acpi/device", "gpu/device"] {
                try files.createSymbolicLink(atPath: "\(root)/\(link)", withDestinationPath: "\(root)/gpu")
            }
            for (file, text) in [("type", "firmware"), ("max_brightness", "100"), ("brightness", "070")] {
                try write(text, to: file)
            }
        }

        func write(_ text: String, to file: String) throws {
            try Data("\(text)\n".utf8).write(to: URL(fileURLWithPath: "\(root)/class/backlight/acpi/\(file)"))
        }

        func rename(_ file: String, to other: String) {
            #expect(Glibc.rename("\(root)/class/backlight/acpi/\(file)", "\(root)/class/backlight/acpi/\(other)") == 0)
        }

        deinit { try? FileManager.default.removeItem(atPath: root) }
    }

    private let backlight: Backlight

    init() throws {
        MainLoop.thread
        backlight = try Backlight()
    }

    /// The steps of a test, each with the brightness of the panel after it, in percent.
    @Test(
        arguments: [
            [(.configure(nil), 70)],
            [(.set(20), 20), (.configure(nil), 70)],
            [(.configure(50), 50), (.set(20), 20), (.configure(50), 50), (.configure(nil), 70)],
            [(.configure(50), 50), (.configure(nil), 70), (.configure(nil), 70)],
            // The brightness is read again: another program may have set it meanwhile.
            [(.set(20), 20), (.configure(nil), 70), (.other(30), 30), (.set(90), 90), (.configure(nil), 30)],
            // A daemon that was killed while the panel was dark left it so.
            [(.other(0), 0), (.configure(0), 0), (.configure(nil), 100)],
        ] as [[(Step, Int)]])
    @MainLoop func aPanelHasTheFormerBrightnessAgainIfNoneIsConfigured(_ steps: [(Step, Int)]) async throws {
        try await withPanel { kit, screen, _ in
            let brightness = PanelBrightness(kit, EventLog(LogOutput(isJournal: false)))
            for (step, percent) in steps {
                switch step {
                case .configure(let percent):
                    await brightness.configure(percent.map { Double($0) / 100 }, of: screen)
                case .set(let percent): try await brightness.set(Double(percent) / 100, of: screen)
                case .other(let percent): try await kit.setBrightness(Double(percent) / 100, of: screen.id)
                }
                #expect(percentage(kit, screen) == percent, "\(steps)")
            }
        }
    }

    @Test @MainLoop func aFormerBrightnessThatCannotBeWrittenIsWrittenLater() async throws {
        try await withPanel { kit, screen, _ in
            let brightness = PanelBrightness(kit, EventLog(LogOutput(isJournal: false)))
            try await brightness.set(0.2, of: screen)
            backlight.rename("brightness", to: "away")
            await brightness.configure(nil, of: screen)
            #expect(brightness.notice(on: screen)?.place == screen.qualifiedName)
            backlight.rename("away", to: "brightness")
            await brightness.configure(nil, of: screen)
            #expect(brightness.notice(on: screen) == nil)
            #expect(percentage(kit, screen) == 70)
        }
    }

    @Test @MainLoop func aFormerBrightnessThatCannotBeReadIsNotTheDaemonsOwn() async throws {
        try await withPanel { kit, screen, _ in
            let brightness = PanelBrightness(kit, EventLog(LogOutput(isJournal: false)))
            try backlight.write("unknown", to: "brightness")
            for value in [0.2, 0.3] { try await brightness.set(value, of: screen) }
            await brightness.configure(nil, of: screen)
            #expect(percentage(kit, screen) == 30)
        }
    }

    /// The connector and the backlight are the same when the panel returns.
    @Test @MainLoop func aPanelThatWasDisconnectedHasTheFormerBrightnessAgain() async throws {
        try await withPanel { kit, screen, card in
            let brightness = PanelBrightness(kit, EventLog(LogOutput(isJournal: false)))
            await brightness.configure(0.2, of: screen)
            try card.unplug("Virtual-1")
            try await eventually("it is disconnected") { @Sendable in kit.screens.isEmpty }
            try card.plug(try Self.panel())
            try await eventually("it is connected") { @Sendable in kit.screens.count == 1 }
            let again = try #require(kit.screens.first)
            // Firmware may set the brightness when a panel returns.
            try await kit.setBrightness(0.9, of: again.id)
            await brightness.configure(0.2, of: again)
            #expect(percentage(kit, again) == 20)
            await brightness.configure(nil, of: again)
            #expect(percentage(kit, again) == 70)
        }
    }

    private func percentage(_ kit: VideoKit, _ screen: Screen) -> Int? {
        kit.brightness(of: screen.id).map { Int(($0 * 100).rounded()) }
    }

    /// Runs `body` with a built-in screen that has the backlight.
    @MainLoop private func withPanel(
        _ body: (VideoKit, Screen, SimulatedCard) async throws -> Void
    ) async throws {
        let card = try SimulatedCard(name: "card0", screens: [Self.panel()])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.backlights = BacklightFolder(root: backlight.root)
        let kit = VideoKit(observing: settings)
        try await kit.start()
        let screen = try #require(kit.screens.first)
        try await body(kit, screen, card)
        await kit.stop()
    }

    private static func panel() throws -> SimulatedScreen {
        SimulatedScreen(modes: [try SimulatedMode(width: 64, height: 48, millihertz: 60_000)], role: .internal)
    }

    enum Step: Sendable {
        /// A brightness from the configuration and the overrides.
        case configure(Int?)
        /// A brightness from a call.
        case set(Int)
        /// A brightness from another program.
        case other(Int)
    }
}
