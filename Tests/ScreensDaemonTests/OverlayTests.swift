import ScreensJSON
import TestSupport
import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensDaemon

/// Contents over the picture of a screen, by the setting `overlay`.
@Suite struct OverlayTests {
    private let folder = TemporaryFolder()
    private static let below = Color(rgb: 0x112233)

    /// The colour of a place of the screen, which has 64x48 pixels, or 32x24.
    private func pixel(_ x: Int, _ y: Int, of card: SimulatedCard) -> Color? {
        (try? card.picture(of: "Virtual-1"))?[x, y]
    }

    private func until(_ what: String, _ color: Color, _ x: Int, _ y: Int, of card: SimulatedCard) async throws {
        try await eventually("\(what): \(color) at \(x),\(y)") { pixel(x, y, of: card) == color }
    }

    private func overlay(by daemon: Daemon) async throws -> [JSONValue] {
        try await daemon.call("List")["screens"]?.array?.first?["overlay"]?.array ?? []
    }

    @Test func aContentLiesOverThePictureInItsAreaUntilItIsRemoved() async throws {
        try await Daemon.runOnOneScreen(in: folder) { daemon, card in
            try await daemon.set(["overlay": [["color": "#FF0000", "area": "0 75% 50% 25%"]]], on: "Virtual-1")
            try await until("the overlay", .red, 31, 36, of: card)
            #expect(pixel(32, 36, of: card) == Self.below && pixel(31, 35, of: card) == Self.below)
            // Another content below it, and another one in its place.
            try await daemon.set(["content": ["color": "#0000FF"]], on: "Virtual-1")
            try await until("the content", .blue, 0, 0, of: card)
            #expect(pixel(31, 36, of: card) == .red)
            try await daemon.set(["overlay": [["color": "#00FF00", "area": "0 75% 50% 25%"]]], on: "Virtual-1")
            try await until("another overlay", .green, 31, 36, of: card)
            let state = try await overlay(by: daemon)
            #expect(state.count == 1 && state.first?["title"] == "#00FF00" && state.first?["state"] == "shown")
            #expect(state.first?["rectangle"] == ["x": 0, "y": 36, "width": 32, "height": 12])
            try await daemon.set(["overlay": []], on: "Virtual-1")
            try await until("no overlay", .blue, 31, 36, of: card)
            let none = try await overlay(by: daemon)
            #expect(none.isEmpty)
        }
    }

    @Test func contentsLieOverEachOtherInTheirOrderWithTheirOpacity() async throws {
        try await Daemon.runOnOneScreen(in: folder) { daemon, card in
            let items: JSONValue = [
                ["color": "#FF0000", "area": "0 0 50% 100%"],
                ["color": "#0000FF", "area": "25% 0 50% 100%", "opacity": 0.5],
            ]
            try await daemon.set(["overlay": items], on: "Virtual-1")
            try await until("the lower one", .red, 15, 0, of: card)
            try await until("half of the upper one", Color(rgb: 0x7F0080), 16, 0, of: card)
            #expect(pixel(48, 0, of: card) == Self.below)
        }
    }

    @Test func theAreaFollowsThePictureToAnotherSize() async throws {
        try await Daemon.runOnOneScreen(in: folder) { daemon, card in
            try await daemon.set(["overlay": [["color": "#FF0000", "area": "50% 50% 50% 50%"]]], on: "Virtual-1")
            try await until("the overlay", .red, 32, 24, of: card)
            try await daemon.set(["mode": "32x24"], on: "Virtual-1")
            try await until("the overlay in the other mode", .red, 16, 12, of: card)
            #expect(pixel(15, 12, of: card) == Self.below)
            let place = try await overlay(by: daemon).first?["rectangle"]
            #expect(place == ["x": 16, "y": 12, "width": 16, "height": 12])
        }
    }

    @Test func anAreaOutsideOfThePictureIsReported() async throws {
        try await Daemon.runOnOneScreen(in: folder) { daemon, card in
            let items: JSONValue = [
                ["color": "#FF0000", "area": "100 0 10 10"], ["color": "#00FF00", "area": "0 0 10 10"],
            ]
            try await daemon.set(["overlay": items], on: "Virtual-1")
            try await until("the other one", .green, 0, 0, of: card)
            let state = try await overlay(by: daemon)
            #expect(state.map { $0["state"]?.string } == ["failed", "shown"])
            #expect(state.first?["message"]?.string?.contains("outside of the picture") == true)
        }
    }

    @Test func aMissingPictureIsNamedInItsPlaceAndInTheStatus() async throws {
        try await Daemon.runOnOneScreen(in: folder) { daemon, card in
            let items: JSONValue = [["image": .string(folder / "logo.png"), "area": "0 0 50% 50%"]]
            try await daemon.set(["overlay": items], on: "Virtual-1")
            try await eventually("it has failed") {
                try await overlay(by: daemon).first?["state"]?.string == "failed"
            }
            let message = try await overlay(by: daemon).first?["message"]?.string
            #expect(message?.contains("logo.png") == true)
            #expect(pixel(63, 47, of: card) == Self.below)
        }
    }

    @Test func namesOfFilesAreChecked() async throws {
        try await Daemon.runOnOneScreen(in: folder) { daemon, _ in
            await #expect(throws: (any Error).self) {
                try await daemon.set(["overlay": [["name": "menu"]]], on: "Virtual-1")
            }
        }
    }

    /// The overlay and the words of a screen do not go with its display to another screen.
    @Test func theyStayOffTheScreenThatGetsItsDisplay() async throws {
        let mode = try SimulatedMode("64x48@60")
        let displays = [7, 9].map { SimulatedScreen(modes: [mode], edid: DisplayBytes.edid(serial: $0)) }
        let card = try SimulatedCard(screens: displays)
        let file = """
            [default]
            content = { color = "#112233" }
            [[screen]]
            match = { connector = "Virtual-1" }
            overlay = [{ color = "#FF0000", area = "0 75% 50% 25%" }]
            """
        try await Daemon.run(on: .simulated(card), reading: file, in: folder) { daemon in
            try await daemon.wait { $0.count == 2 && $0.allSatisfy { $0.dark == nil } }
            try await daemon.call("Notify", ["screen": "Virtual-1", "text": "Hi", "seconds": 600])
            func whites() throws -> Int { try card.picture(of: "Virtual-2")?.pixels.count { $0 == 0xFFFFFF } ?? 0 }
            try await until("the overlay", .red, 31, 36, of: card)
            // The next display of the first screen is dark, and has no picture for them.
            try await daemon.set(["power": "off"], on: "Virtual-2")
            for name in ["Virtual-1", "Virtual-2"] { try card.unplug(name) }
            try await daemon.wait { $0.isEmpty }
            for display in displays.reversed() { try card.plug(display) }
            try await daemon.wait { $0.count == 2 && $0.map { $0.dark == nil } == [false, true] }
            try await eventually("the other screen has its content alone") {
                try card.picture(of: "Virtual-2")?[31, 36].rgb == 0x112233 && whites() == 0
            }
        }
    }

    /// The picture of the source has its overlay already.
    @Test func aMirrorShowsTheOverlayOfItsSourceOnce() async throws {
        let mode = try SimulatedMode("64x48@60")
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: [mode]), SimulatedScreen(modes: [mode])])
        let file = """
            [default]
            content = { color = "#000000" }
            overlay = [{ color = "#FF0000", area = "0 0 100% 100%", opacity = 0.5 }]
            [[screen]]
            match = { connector = "Virtual-2" }
            mirror = "Virtual-1"
            """
        try await Daemon.run(on: .simulated(card), reading: file, in: folder) { daemon in
            try await eventually("the mirror has the picture") {
                let pictures = try ["Virtual-1", "Virtual-2"].map { try card.picture(of: $0)?[5, 5].rgb }
                return pictures[0] == 0x800000 && pictures[0] == pictures[1]
            }
            await daemon.waitForPass()
            #expect(try card.picture(of: "Virtual-2")?[5, 5].rgb == 0x800000)
        }
    }
}
