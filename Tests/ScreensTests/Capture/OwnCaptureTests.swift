import Synchronization
import Testing

@testable import Screens

/// The picture of a screen that is our own, by its own thread.
@Suite struct OwnCaptureTests {
    @Test func thePictureIsTheOneOnTheGlassAndWaitsForNobodyWhenItIsOver() async throws {
        let card = try SimulatedCard(screens: [.make(64, 48)])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.orientation = .clockwise
        let painter = Painter { view in
            view.backgroundColor = .white
            view.fill(Rectangle(x: 0, y: 0, width: 8, height: 8), with: Color(rgb: 0xFF0000))
            view.nextUpdate = .whenNeeded
        }
        let kit = try VideoKit(delegate: painter, settings: settings)
        try await kit.start()
        try await eventually("it is shown") { card.picture(of: "Virtual-1")?[63, 0] == Color(rgb: 0xFF0000) }
        let session = try #require(kit.shared.lit.sessions.first)
        let picture = await session.captures.picture { session.mailbox.post(.orders) }
        #expect(picture == card.picture(of: "Virtual-1"))
        #expect(try await kit.capture(session.screen.id).picture == picture)
        await kit.stop()
        #expect(await session.captures.picture { session.mailbox.post(.orders) } == nil)
        withExtendedLifetime(painter) {}
    }
}
