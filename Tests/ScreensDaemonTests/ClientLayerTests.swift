import Glibc
import ScreensJSON
import ScreensVarlink
import TestSupport
import Testing

@testable import Screens
@testable import ScreensDaemon

/// The layers of clients on screens whose displays are exchanged.
@Suite struct ClientLayerTests {
    private let folder = TemporaryFolder()

    private static func screen(_ mode: String, serial: UInt8) throws -> SimulatedScreen {
        SimulatedScreen(modes: [try SimulatedMode(mode)], edid: DisplayBytes.edid(serial: serial))
    }

    /// The layer of a screen does not leave it with its display, also if it has no place on the next one.
    @Test(arguments: [false, true]) func aLayerStaysOffTheScreenThatGetsItsDisplay(_ isStrip: Bool) async throws {
        let (large, small) = (try Self.screen("64x48@60", serial: 7), try Self.screen("32x24@60", serial: 9))
        let card = try SimulatedCard(screens: [large, small])
        let file = "[default]\ncontent = { color = '#112233' }\n"
        try await Daemon.run(on: .simulated(card), reading: file, in: folder) { daemon in
            try await daemon.wait { $0.count == 2 && $0.allSatisfy { $0.dark == nil } }
            let memory = ReceivedFile(adopting: try SealedFile.make(byteCount: 16 * 12 * 4), of: getuid())
            var layer: [String: JSONValue] = [
                "name": "words", "rectangle": ["x": 40, "y": 4, "width": 16, "height": 12],
            ]
            if isStrip { layer["scroll"] = 60 }
            let draw: [String: JSONValue] = [
                "screen": "Virtual-1", "size": ["width": 16, "height": 12], "format": "xrgb8888",
                "buffers": [["fd": 0]], "layer": .object(layer),
            ]
            _ = try await daemon.result(of: Call("screens.Manager.Draw", draw), files: [memory])
            _ = try await daemon.result(of: Call("screens.Manager.Frame", ["buffer": 0, "layer": "words"]))
            try await eventually("the layer is shown") { try card.picture(of: "Virtual-1")?[41, 5] == .black }
            for name in ["Virtual-1", "Virtual-2"] { try card.unplug(name) }
            try await daemon.wait { $0.isEmpty }
            try card.plug(small)
            try card.plug(large)
            try await daemon.wait {
                $0.map(\.layout?.bounds) == [Size(width: 32, height: 24), Size(width: 64, height: 48)]
            }
            try await eventually("the layer is not there") {
                try card.picture(of: "Virtual-2")?[41, 5].rgb == 0x112233
            }
        }
    }
}
