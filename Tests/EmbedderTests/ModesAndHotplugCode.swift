import Screens

/// The code of the article ModesAndHotplug, which the compiler reads here.
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

    func follow(_ kit: VideoKit) async {
        for await event in kit.events {
            switch event {
            case .snapshot(let screens): print("connected:", screens.map(\.name))
            case .connected(let screen): print(screen.name, "came:", screen.identity?.model ?? "without a name")
            case .disconnected(let screen): print(screen.name, "left")
            case .changed(let screen, let changes):
                if changes.contains(.currentMode) { print(screen.name, screen.currentMode?.description ?? "no mode") }
            case .warning(let screen, let message): print(screen.name, message)
            case .cards(let cards): print(cards.compactMap(\.problem))
            }
        }
    }
}
