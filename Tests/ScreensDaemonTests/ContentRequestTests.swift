import ScreensJSON
import ScreensPictures
import ScreensVarlink
import TestSupport
import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensContents
@testable import ScreensDaemon

/// Pictures that callers request.
@Suite struct ContentRequestTests {
    private let folder = TemporaryFolder()

    private func withDaemon(
        _ pictures: PictureSettings = PictureSettings(), _ requests: PictureRequests = PictureRequests(),
        _ body: (Daemon, SimulatedCard) async throws -> Void
    ) async throws {
        let mode = try SimulatedMode(width: 64, height: 48, millihertz: 60_000)
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [mode])])
        let file = "[default]\ncontent = { color = '#112233' }\n"
        try await Daemon.run(on: .simulated(card), reading: file, in: folder, pictures, requests) { daemon in
            try await eventually("Virtual-1 is lit") { await daemon.isLit("Virtual-1") }
            try await body(daemon, card)
        }
    }

    /// The colour in the middle of the screen.
    private func shown(on card: SimulatedCard) -> Color? { (try? card.picture(of: "Virtual-1"))?[32, 24] }

    private func show(_ content: [String: JSONValue], by daemon: Daemon) async throws {
        let parameters: [String: JSONValue] = ["screen": "Virtual-1", "settings": ["content": .object(content)]]
        _ = try await daemon.result(of: Call("screens.Manager.Set", parameters))
    }

    @Test(arguments: [
        ("image", "missing.png", "missing"), ("image", "text.png", "invalid"), ("image", ".", "missing"),
        ("slides", "missing", "missing"),
    ])
    func anUnreadableFileIsAnErrorWithItsReasonAndNotShown(kind: String, name: String, reason: String) async throws {
        folder.write(Array("not a picture".utf8), to: "text.png")
        try await withDaemon { daemon, card in
            let error = await #expect(throws: VarlinkError.self) {
                try await show([kind: .string(folder / name)], by: daemon)
            }
            #expect(error?.name == "screens.Manager.Unreadable")
            #expect(error?.parameters["path"]?.string == folder / name)
            #expect(error?.parameters["reason"]?.string == reason)
            let kept = try await daemon.overrides(of: "Virtual-1")
            #expect(kept == [:])
            #expect(shown(on: card) == Color(red: 0x11, green: 0x22, blue: 0x33))
        }
    }

    @Test func aScreenThatMirrorsAnotherShowsNoContentOfItsOwn() async throws {
        let mode = try SimulatedMode(width: 64, height: 48, millihertz: 60_000)
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [mode]), SimulatedScreen(modes: [mode])])
        let file = """
            [default]
            content = { color = '#112233' }
            [[screen]]
            match = { connector = 'Virtual-1' }
            mirror = 'Virtual-2'
            """
        try await Daemon.run(on: .simulated(card), reading: file, in: folder) { daemon in
            try await eventually("Virtual-1 mirrors") { await daemon.screens.first?.mirrorSource != nil }
            let error = await #expect(throws: VarlinkError.self) {
                try await show(["color": "#FFFFFF"], by: daemon)
            }
            #expect(error?.parameters["message"]?.string?.contains("Virtual-2") ?? false)
            #expect(try await daemon.overrides(of: "Virtual-1") == [:])
        }
    }

    @Test func aPictureIsShownThatWasReadForIt() async throws {
        let picture = Picture(size: Size(width: 1, height: 1), pixels: [0xFF80_40FF])
        folder.write(try picture.png(), to: "picture.png")
        let pictures = PictureSettings()
        let requests = PictureRequests()
        try await withDaemon(pictures, requests) { daemon, card in
            try await show(["image": .string(folder / "picture.png")], by: daemon)
            try await eventually("the picture is shown") { shown(on: card) == Color(rgb: 0x80_40FF) }
            #expect(await pictures.prepared.isEmpty)
            #expect(await !requests.isReading)
        }
    }
}
