import Screens
import Testing

/// The code of the article ModesAndHotplug, which the compiler checks here.
private struct ModesAndHotplugCode {
    func useSmallestMode(of screen: Screen, on kit: VideoKit) async throws -> Bool {
        guard let mode = screen.availableModes.first else { return false }
        var settings = kit.settings(of: screen.id) ?? ScreenSettings()
        settings.mode = .exact(mode)
        switch try await kit.apply(settings, to: screen.id) {
        case .set: return true
        case .setOtherwise(let deviations): print(deviations.map(\.message))
        case .notSet(let reason): print(reason.message)
        }
        return false
    }

    func drive(_ event: ScreenEvent, on kit: VideoKit) async {
        let screens: [Screen]
        switch event {
        case .snapshot(let connected): screens = connected
        case .connected(let screen): screens = [screen]
        default: return
        }
        var settings: [ScreenID: ScreenSettings] = [:]
        for screen in screens {
            var own = ScreenSettings()
            own.isDriven = true
            own.mode = screen.availableModes.first.map { .exact($0) }
            settings[screen.id] = own
        }
        await kit.apply(settings)
    }

    func follow(_ kit: VideoKit) async {
        for await event in kit.events {
            switch event {
            case .snapshot(let screens): print("connected:", screens.map(\.name))
            case .connected(let screen): print(screen.name, "came:", screen.currentMode?.description ?? "no mode")
            case .disconnected(let screen): print(screen.name, "left")
            case .changed(let screen, let changes):
                if changes.contains(.currentMode) { print(screen.name, screen.currentMode?.description ?? "no mode") }
            case .warning(_, let message): print(message)
            case .cards(let cards): print(cards.compactMap(\.problem))
            }
        }
    }
}

/// The article's settings apply from the first picture on.
@Suite struct ModesAndHotplugCodeTests {
    @Test func noPictureComesBeforeTheSettingsOfItsDisplay() async throws {
        let modes = [
            try SimulatedMode(width: 64, height: 48, millihertz: 60_000),
            try SimulatedMode(width: 128, height: 96, millihertz: 60_000),
        ]
        let clock = ManualClock()
        let card = try SimulatedCard(screens: [SimulatedScreen(modes: modes)], clock: clock)
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.selection = .none
        let kit = try VideoKit(settings: settings) { view in view.backgroundColor = .white }
        try await kit.start()
        #expect(try card.frame(of: "Virtual-1") == nil)
        await ModesAndHotplugCode().drive(.snapshot(kit.screens), on: kit)
        let frame = try #require(try card.frame(of: "Virtual-1"))
        #expect(frame.picture.size == Size(width: 64, height: 48) && frame.picture[0, 0] == .white)
        await kit.stop()
    }
}
