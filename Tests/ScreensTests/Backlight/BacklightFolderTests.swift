import Glibc
import Testing

@testable import Screens

/// Backlights of a machine whose sysfs is a folder of the test.
@Suite struct BacklightFolderTests {
    /// A folder that looks like `/sys`, removed with its owner.
    private final class Sysfs {
        let root: String
        /// The entries of the folder, in the order in which they were made.
        private var names: [String] = []

        init() {
            var template = Array("/tmp/screens-sysfs-XXXXXX".utf8CString)
            root = mkdtemp(&template).map { String(cString: $0) } ?? ""
            for folder in ["class", "class/drm", "class/backlight", "gpu0", "gpu0/card0-eDP-1", "gpu1"] { make(folder) }
            link("class/drm/simulated", to: "gpu0")
            link("class/drm/card0", to: "gpu0")
            link("class/drm/card0-Virtual-1", to: "gpu0/card0-eDP-1")
            link("gpu0/device", to: "gpu0")
        }

        deinit {
            for name in names.reversed() { remove("\(root)/\(name)") }
            if rmdir(root) != 0 { Issue.record("\(root) is left") }
        }

        func make(_ folder: String) {
            names.append(folder)
            mkdir("\(root)/\(folder)", 0o755)
        }

        func link(_ name: String, to target: String) {
            names.append(name)
            symlink("\(root)/\(target)", "\(root)/\(name)")
        }

        func write(_ file: String, _ text: String) {
            names.append(file)
            guard let stream = fopen("\(root)/\(file)", "w") else { return }
            fputs(text, stream)
            fclose(stream)
        }

        func read(_ file: String) -> String? {
            guard let stream = fopen("\(root)/\(file)", "r") else { return nil }
            defer { fclose(stream) }
            var line = [CChar](repeating: 0, count: 100)
            return fgets(&line, 100, stream).map { String(cString: $0) }
        }

        func addBacklight(_ name: String, type: String, maximum: String, device: String) {
            make("class/backlight/\(name)")
            write("class/backlight/\(name)/type", type)
            write("class/backlight/\(name)/max_brightness", maximum)
            write("class/backlight/\(name)/brightness", "10\n")
            write("class/backlight/\(name)/actual_brightness", "20\n")
            link("class/backlight/\(name)/device", to: device)
        }
    }

    private let sysfs = Sysfs()

    private func started(_ role: ScreenRole = .internal) async throws -> (VideoKit, RecordingDelegate, ScreenID) {
        let mode = try SimulatedMode(width: 64, height: 48, millihertz: 100_000)
        let card = try SimulatedCard(name: "card0", screens: [SimulatedScreen(modes: [mode], role: role)])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.selection = .all
        settings.backlights = BacklightFolder(root: sysfs.root)
        let delegate = RecordingDelegate()
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        return (kit, delegate, try #require(kit.screens.first?.id))
    }

    @Test func aPanelsLightIsReadAndSet() async throws {
        sysfs.addBacklight("raw", type: "raw\n", maximum: "200\n", device: "gpu0/card0-eDP-1")
        let (kit, _, id) = try await started()
        #expect(kit.brightness(of: id) == 0.1, "it is the measured brightness")
        try await kit.setBrightness(0.75, of: id)
        #expect(sysfs.read("class/backlight/raw/brightness")?.hasPrefix("150\n") == true)
        unlink("\(sysfs.root)/class/backlight/raw/actual_brightness")
        sysfs.write("class/backlight/raw/brightness", "150\n")
        #expect(kit.brightness(of: id) == 0.75)
        await kit.stop()
    }

    @Test(arguments: [
        ("raw\n", "0\n"), ("raw\n", "-5\n"), ("raw\n", "many\n"), ("raw\n", ""), ("odd\n", "100\n"), ("", "100\n"),
        ("raw\n", "99999999999999999999\n"), ("raw\n", String(repeating: "1", count: 5000)),
    ])
    func filesThatAreNotABacklightAreLeftAlone(_ type: String, _ maximum: String) async throws {
        sysfs.addBacklight("odd", type: type, maximum: maximum, device: "gpu0/card0-eDP-1")
        let (kit, _, id) = try await started()
        #expect(kit.brightness(of: id) == nil)
        let error = await #expect(throws: ScreenError.self) { try await kit.setBrightness(0.5, of: id) }
        #expect(error?.code == .unsupported)
        await kit.stop()
    }

    @Test func aScreenWithoutABacklightSaysSoAndSenselessValuesAreRefused() async throws {
        sysfs.addBacklight("acpi", type: "firmware\n", maximum: "100\n", device: "gpu0")
        let (kit, _, id) = try await started(.external)
        #expect(kit.brightness(of: id) == nil)
        let nan = await #expect(throws: ScreenError.self) { try await kit.setBrightness(.nan, of: id) }
        #expect(nan?.code == .invalidArgument)
        let gone = ScreenID(card: "/dev/dri/card9", connector: 1, session: 0, connection: 0)
        let other = await #expect(throws: ScreenError.self) { try await kit.setBrightness(1, of: gone) }
        #expect(other?.code == .noSuchScreen && kit.brightness(of: gone) == nil)
        await kit.stop()
    }

    @Test func aBacklightThatCannotBeWrittenIsAnError() async throws {
        sysfs.addBacklight("acpi", type: "firmware\n", maximum: "100\n", device: "gpu0")
        let (kit, _, id) = try await started()
        unlink("\(sysfs.root)/class/backlight/acpi/brightness")
        let error = await #expect(throws: ScreenError.self) { try await kit.setBrightness(1, of: id) }
        #expect(error?.code == .system && error?.errno == ENOENT)
        await kit.stop()
    }
}
