import Foundation
import Testing

@testable import Screens
@testable import ScreensDaemon

/// The brightness of a panel, by a backlight that is a folder.
@Suite struct ScreenBrightnessTests {
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
                try Data("\(text)\n".utf8).write(to: URL(fileURLWithPath: "\(root)/class/backlight/acpi/\(file)"))
            }
        }

        deinit { try? FileManager.default.removeItem(atPath: root) }
    }

    private let backlight: Backlight

    init() throws {
        MainLoop.thread
        backlight = try Backlight()
    }

    /// Steps, each with the percentage of the panel afterwards.
    @Test(
        arguments: [
            [(.configure(nil), 70)],
            [(.set(20), 20), (.configure(nil), 70)],
            [(.configure(50), 50), (.set(20), 20), (.configure(50), 50), (.configure(nil), 70)],
            [(.configure(50), 50), (.configure(nil), 70), (.configure(nil), 70)],
            // It is found anew: another program may have set it meanwhile.
            [(.set(20), 20), (.configure(nil), 70), (.other(30), 30), (.set(90), 90), (.configure(nil), 30)],
        ] as [[(Step, Int)]])
    @MainLoop func aPanelHasTheFormerBrightnessAgainWhereNoneIsConfigured(_ steps: [(Step, Int)]) async throws {
        let mode = try SimulatedMode(width: 64, height: 48, millihertz: 60_000)
        let card = try SimulatedCard(name: "card0", screens: [SimulatedScreen(modes: [mode], role: .internal)])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.backlights = BacklightFolder(root: backlight.root)
        let kit = VideoKit(observing: settings)
        try await kit.start()
        let screen = try #require(kit.screens.first?.id)
        let brightness = ScreenBrightness(kit)
        for (step, percent) in steps {
            switch step {
            case .configure(let percent): try await brightness.configure(percent.map { Double($0) / 100 }, of: screen)
            case .set(let percent): try await brightness.set(Double(percent) / 100, of: screen)
            case .other(let percent): try await kit.setBrightness(Double(percent) / 100, of: screen)
            }
            #expect(kit.brightness(of: screen).map { Int(($0 * 100).rounded()) } == percent, "\(steps)")
        }
        await kit.stop()
    }

    enum Step: Sendable {
        /// By the configuration and the overrides.
        case configure(Int?)
        /// By a call.
        case set(Int)
        /// By another program.
        case other(Int)
    }
}
