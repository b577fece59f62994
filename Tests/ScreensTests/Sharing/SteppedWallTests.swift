import TestSupport
import Testing

@testable import Screens

/// A wall and a mirror with a manual clock.
@Suite struct SteppedWallTests {
    private static let white = Color(rgb: 0xFFFFFF)

    /// The background is shown before the picture, in a wall and in a mirror.
    @Test(arguments: [true, false])
    func thePictureOfAnotherScreenComesWithARefreshAlone(_ isWall: Bool) async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [.make(64, 48), .make(64, 48)], clock: clock)
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        if isWall {
            settings.walls = [try VideoWall(rows: [["Virtual-1", "Virtual-2"]])]
        } else {
            settings.mirrorSource = "Virtual-1"
        }
        let kit = try VideoKit(settings: settings) { view in
            view.backgroundColor = .black
            view.fill(view.bounds, with: Self.white)
        }
        try await kit.start()
        for _ in 0..<20 {
            try card.unplug("Virtual-2")
            clock.settle()
            #expect(try card.plug(.make(64, 48)) == "Virtual-2")
            clock.settle()
            #expect(try card.picture(of: "Virtual-2")?[0, 0] == .black)
            clock.advance(refreshes: 3)
            #expect(try card.picture(of: "Virtual-2")?[0, 0] == Self.white)
        }
        await kit.stop()
    }
}
