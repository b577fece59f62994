import Dispatch
import Glibc
import Screens

/// The code of the article GettingStarted, which the compiler checks here.
private struct GettingStartedCode {
    func runSign() async throws {
        let kit = try VideoKit { view in
            view.backgroundColor = Color(rgb: 0x203040)
            view.draw("Open until 18:00", at: (x: 40, y: 40), scale: 4 * view.scale, color: .white)
            view.nextUpdate = .whenNeeded
        }
        try await kit.start()
        for await event in kit.events { print(event) }
    }

    func drawClock(on view: inout ExternalView) {
        let second = view.timing.wallTime.components.seconds
        view.backgroundColor = .black
        view.fill(view.bounds, with: .black)
        view.draw("\(second % 60)", at: (x: 40, y: 40), scale: 8 * view.scale, color: .white)
        view.nextUpdate = .atWallTime(.seconds(second + 1))
    }

    func untilTerminated() async {
        let (signals, continuation) = AsyncStream.makeStream(of: Int32.self)
        let sources = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield(number) }
            source.activate()
            return source
        }
        for await _ in signals { break }
        for source in sources { source.cancel() }
    }

    func runUntilTerminated() async throws {
        let kit = try VideoKit { view in view.backgroundColor = Color(rgb: 0x203040) }
        try await kit.start()
        await untilTerminated()
        await kit.stop()
    }

    func signSettings() throws -> VideoKit.Settings {
        var settings = VideoKit.Settings()
        if let screens = getenv("SIGN_SIMULATE") { settings.cards = try .simulated(String(cString: screens)) }
        return settings
    }

    func simulatedSign() async throws -> Picture? {
        let card = try SimulatedCard(screens: [SimulatedScreen("640x480@60")])
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        let kit = try VideoKit(settings: settings) { view in view.backgroundColor = Color(rgb: 0x203040) }
        try await kit.start()
        let picture = try card.picture(of: "Virtual-1")
        await kit.stop()
        return picture
    }
}
