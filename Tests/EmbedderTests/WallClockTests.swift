import Screens
import Testing

/// Walls and mirrors by a manual clock, which stands still while modes are set.
@Suite struct WallClockTests {
    /// Each screen's picture has the colour of its place in the wall.
    private final class Halves: VideoKitDelegate {
        func updateExternalView(_ view: inout ExternalView) {
            let half = view.bounds.width / 2
            view.fill(Rectangle(x: 0, y: 0, width: half, height: view.bounds.height), with: .red)
            view.fill(Rectangle(x: half, y: 0, width: half, height: view.bounds.height), with: .blue)
            view.nextUpdate = .whenNeeded
        }
    }

    private func settings(of card: SimulatedCard) throws -> VideoKit.Settings {
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.walls = [try VideoWall(rows: [["Virtual-1", "Virtual-2"]])]
        return settings
    }

    /// Ten seconds of the machine's time would pass where a picture is waited for that only a later refresh brings.
    @Test func theScreensHaveTheirPartsTwoRefreshesLater() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: SimulatedScreen.list("64x48@60,64x48@60"), clock: clock)
        let delegate = Halves()
        let kit = try VideoKit(delegate: delegate, settings: try settings(of: card))
        try await kit.start()
        clock.advance(refreshes: 2)
        for (name, color) in [("Virtual-1", Color.red), ("Virtual-2", .blue)] {
            #expect(try card.picture(of: name)?[32, 24] == color)
        }
        await kit.stop()
    }

    @Test func aScreenThatJoinsHasItsPartTwoRefreshesLater() async throws {
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen("64x48@60")], clock: clock)
        let delegate = Halves()
        let kit = try VideoKit(delegate: delegate, settings: try settings(of: card))
        try await kit.start()
        let name = try card.plug(SimulatedScreen("64x48@60"))
        clock.settle()
        #expect(kit.screens.count == 2)
        clock.advance(refreshes: 2)
        #expect(try card.picture(of: name)?[32, 24] == .blue)
        await kit.stop()
    }
}
