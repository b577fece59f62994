import Screens
import Testing

/// Errors in a test's own calls: each is reported, and none waits forever.
@Suite struct SimulationErrorTests {
    private func screen() throws -> SimulatedScreen { try SimulatedScreen("64x48@60") }

    /// The calls that name a connector.
    private static let calls: [@Sendable (SimulatedCard, String) throws -> Void] = [
        { try $0.unplug($1) },
        { try $0.replace($1, with: SimulatedScreen("64x48@60")) },
        { card, name in try card.change(name) { $0.modes = [] } },
        { _ = try $0.picture(of: $1) },
        { _ = try $0.frame(of: $1) },
    ]

    @Test(arguments: calls.indices)
    func aWrongNameIsAnErrorWithTheNamesThereAre(_ call: Int) throws {
        let card = try SimulatedCard(screens: [screen(), screen()])
        let error = try #require(throws: ScreenError.self) { try Self.calls[call](card, "HDMI-A-1") }
        #expect(error.code == .noSuchScreen)
        #expect(error.description.contains("'HDMI-A-1'") && error.description.contains("Virtual-1, Virtual-2"))
        let empty = try SimulatedCard()
        #expect(throws: ScreenError.self) { try Self.calls[call](empty, "Virtual-1") }
    }

    @Test func aConnectorWithoutADisplayHasANameAndNothingToChange() throws {
        let card = try SimulatedCard(screens: [screen()])
        try card.unplug("Virtual-1")
        try card.unplug("Virtual-1")
        #expect(card.connectors == ["Virtual-1"])
        #expect(try card.picture(of: "Virtual-1") == nil)
        #expect(throws: ScreenError.self) { try card.change("Virtual-1") { $0.modes = [] } }
        #expect(try card.plug(screen()) == "Virtual-1")
        #expect(try card.plug(screen()) == "Virtual-2")
    }

    @Test func aTextNamesTheScreensOfAKit() async throws {
        var settings = VideoKit.Settings()
        settings.cards = try .simulated(" 64x48@60 32x24@50,, 80x60")
        let kit = try VideoKit(settings: settings) { $0.backgroundColor = .white }
        try await kit.start()
        #expect(kit.screens.map(\.currentMode?.size.description) == ["64x48", "80x60"])
        #expect(kit.screens.first?.availableModes.count == 2 && kit.screens.first?.card == "simulated")
        await kit.stop()
        #expect(throws: ScreenError.self) { try CardSelection.simulated("64x48@60,large") }
        #expect(try SimulatedScreen.list("").isEmpty)
    }

    @Test(arguments: ["", "large", "0x10@60", "1920x1080i@60", "20000x100@60", "64x48@0.5", "64x48@2000"])
    func aModeThatCannotBeSimulatedIsAnError(_ text: String) {
        let error = #expect(throws: ScreenError.self) { try SimulatedMode(text) }
        #expect(error?.code == .invalidArgument && error?.remedy != nil)
    }

    @Test(arguments: [
        ("1920x1080@60", 1920, 60_000), ("1280x720", 1280, 60_000), ("720p50", 1280, 50_000),
        ("64x48@59.94", 64, 59_940),
    ])
    func aModeIsWrittenAsPeopleDo(_ text: String, _ width: Int, _ millihertz: Int) throws {
        let mode = try SimulatedMode(text)
        #expect(mode.width == width && mode.millihertz == millihertz)
        #expect(try SimulatedScreen(text).modes == [mode])
    }

    /// This runs in a process of its own, which ends.
    @Test func anAdvanceFromADelegateEndsTheProcessWithAMessage() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let clock = ManualClock()
            let card = try SimulatedCard(screens: [SimulatedScreen("64x48@60")], clock: clock)
            let delegate = ImpatientDelegate(clock: clock)
            let kit = try await VideoKit.started(delegate, on: card)
            clock.advance(refreshes: 3)
            await kit.stop()
        }
        let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(message.contains("ManualClock.advance was called from a delegate"))
    }
}

/// A delegate that advances the clock that calls it.
private final class ImpatientDelegate: VideoKitDelegate {
    private let clock: ManualClock

    init(clock: ManualClock) {
        self.clock = clock
    }

    func updateExternalView(_ view: inout ExternalView) {
        clock.advance(refreshes: 1)
    }
}
