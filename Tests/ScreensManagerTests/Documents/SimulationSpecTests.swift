import Foundation
import Testing

@testable import Screens
@testable import ScreensLinux
@testable import ScreensManager

struct SimulationSpecTests {
    @Test(arguments: [
        ("1920x1080@60", [[1920, 1080, 60000]]),
        ("1920x1080@60,1280x720@50", [[1920, 1080, 60000], [1280, 720, 50000]]),
        ("640x480", [[640, 480, 60000]]),
        ("640x480@59.94", [[640, 480, 59940]]),
        ("640x480@23.976", [[640, 480, 23976]]),
        ("640x480@59.9", [[640, 480, 59900]]),
        ("1x1@1", [[1, 1, 1000]]),
    ])
    func eachPartIsAScreen(text: String, modes: [[Int]]) {
        #expect(SimulationSpec(text)?.modes.map { [$0.width, $0.height, $0.millihertz] } == modes)
    }

    @Test(arguments: [
        "", "wide", "640", "640x", "x480", "640x480@", "640x480@60.", "640x480@.5", "640x480@60.0001", "640x480@0",
        "640x480@1001", "0x480", "99999x480", "640x480,", ",640x480", "640 x480", "-640x480", "+640x480", "640x480x60",
        "640x480@60Hzz", "999999999999999999999x1", "640x480@6e1", "٦٤٠x480",
    ])
    func anyOtherTextIsRefused(text: String) {
        #expect(SimulationSpec(text) == nil)
    }

    @Test func theDefaultSimulationIsASpec() {
        #expect(SimulationSpec(SimulationSpec.standard)?.modes.count == 1)
    }

    @Test func aFileOfCardsIsNamedByItsEnding() throws {
        let missing = try #require(SimulationSpec("/nowhere/cards.json"))
        #expect(missing.modes.isEmpty)
        #expect(#expect(throws: Failure.self) { try missing.makeCards() }?.status == .noInput)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        try Data(#"{"card": {"crtcs": 1}}"#.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let spec = try #require(SimulationSpec(file.path))
        let failure = #expect(throws: Failure.self) { try spec.makeCards() }
        #expect(failure?.status == .badData && failure?.message.hasSuffix("card.crtcs: not an array") == true)
    }
}
