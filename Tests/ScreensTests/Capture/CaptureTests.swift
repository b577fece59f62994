import TestSupport
import Testing

@testable import Screens

@Suite struct CaptureTests {
    private func settings(_ card: SimulatedCard) -> VideoKit.Settings {
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        return settings
    }

    @Test func anObserverGetsThePictureOfAnotherProgram() async throws {
        let card = try SimulatedCard(screens: [.make(32, 24)])
        let delegate = RecordingDelegate()
        let shower = try VideoKit(delegate: delegate, settings: settings(card))
        try await shower.start()
        let watcher = VideoKit(observing: settings(card))
        try await watcher.start()
        try await eventually("the screen is lit") { try card.picture(of: "Virtual-1")?[0, 0] == Color(rgb: 0x112233) }
        let screen = try #require(watcher.screens.first)
        let capture = try await watcher.capture(screen.id)
        #expect(capture.picture.size == Size(width: 32, height: 24))
        #expect(capture.picture.pixels.allSatisfy { $0 == 0x112233 })
        #expect(capture.isSteady)
        #expect(capture.omissions.isEmpty)
        await watcher.stop()
        await shower.stop()
    }

    @Test func aScreenThatShowsNothingIsDark() async throws {
        let card = try SimulatedCard(screens: [.make(32, 24)])
        let watcher = VideoKit(observing: settings(card))
        try await watcher.start()
        let screen = try #require(watcher.screens.first)
        let error = await #expect(throws: ScreenError.self) { try await watcher.capture(screen.id) }
        #expect(error?.code == .dark)
        #expect(error?.object == "simulated/Virtual-1")
        await watcher.stop()
    }

    @Test func aDisconnectedScreenIsAnError() async throws {
        let card = try SimulatedCard(screens: [.make(32, 24)])
        let watcher = VideoKit(observing: settings(card))
        try await watcher.start()
        let error = await #expect(throws: ScreenError.self) { try await watcher.capture(Screen.make().id) }
        #expect(error?.code == .noSuchScreen)
        await watcher.stop()
    }
}
