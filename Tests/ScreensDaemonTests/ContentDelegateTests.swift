import ScreensContents
import ScreensLinux
import ScreensManager
import Testing

@testable import Screens
@testable import ScreensDaemon

struct ContentDelegateTests {
    /// The content of a display may follow it to a connector that has another content.
    @Test func contentThatMovesIsDrawnAsItsScreenIs() async throws {
        let mode = try SimulatedMode(width: 8, height: 8, millihertz: 60_000)
        var settings = VideoKit.Settings()
        settings.cards = .simulated(
            try SimulatedCard(screens: Array(repeating: SimulatedScreen(modes: [mode]), count: 2)))
        let kit = VideoKit(observing: settings)
        try await kit.start()
        let screens = kit.screens
        await kit.stop()
        try #require(screens.count == 2)

        let places = ScreenPlaces()
        let delegate = places.delegate
        let colors = [Color(rgb: 0xFF0000), Color(rgb: 0x0000FF)]
        for (screen, color) in zip(screens, colors) {
            places.place(of: screen.qualifiedName).show(ColorContent(color))
        }
        let canvas = ScreenCanvas(content: ContentID(number: 1), screen: screens[0], size: Size(width: 8, height: 8))
        for (screen, color) in zip(screens, colors) {
            canvas.move(to: screen)
            var view = ExternalView(
                timing: FrameTiming(number: 0, timestamp: .zero, targetTimestamp: .zero, duration: .zero, missed: 0),
                canvas: canvas)
            delegate.updateExternalView(&view)
            #expect(view.picture()[0, 0] == color)
        }
    }
}
